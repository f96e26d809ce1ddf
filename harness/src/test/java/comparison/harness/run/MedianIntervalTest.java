package comparison.harness.run;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class MedianIntervalTest {

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 5})
    void fewerThanSixValuesHaveNoInterval(int n) {
        assertThat(MedianInterval.of(upTo(n))).isEmpty();
    }

    /** Ranks of the table in Conover, or: the k of scipy.stats.binom.cdf(k - 1, n, 0.5) <= 0.025. */
    @ParameterizedTest
    @CsvSource({"6,1,6", "8,1,8", "9,2,8", "12,3,10", "20,6,15", "30,10,21"})
    void itsEndsAreOrderStatistics(int n, double low, double high) {
        assertThat(MedianInterval.of(upTo(n))).hasValueSatisfying(interval -> {
            assertThat(interval.low()).isEqualTo(low);
            assertThat(interval.high()).isEqualTo(high);
            assertThat(interval.median()).isEqualTo((n + 1) / 2.0);
        });
    }

    private static List<Double> upTo(int n) {
        return IntStream.rangeClosed(1, n).mapToObj(Double::valueOf).toList().reversed();
    }
}
