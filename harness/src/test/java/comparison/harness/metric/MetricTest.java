package comparison.harness.metric;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class MetricTest {

    @ParameterizedTest
    @CsvSource({"0, 0", "0.4124, 0.412", "1.846, 1.85", "5, 5", "5.5, 5.5", "12.34, 12.3", "999.6, 1000", "1234.5, 1235"
    })
    void a_response_time_has_three_digits_and_never_less_than_a_whole_number(double millis, String text) {
        assertThat(Metric.P99.text(millis)).isEqualTo(text);
    }
}
