package comparison.harness.stats;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import comparison.harness.stats.Throughput.Span;
import java.util.List;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

class StatsTest {

    @Test
    void throughput_is_count_over_last_end_minus_first_start() {
        List<Span> spans = List.of(new Span(1_000, 10), new Span(1_500, 500), new Span(1_400, 20), new Span(1_010, 5));

        assertThat(Throughput.perSecond(spans)).isEqualTo(4.0);
    }

    @Test
    void two_requests_at_all_times_are_two_in_flight() {
        List<Span> spans = List.of(new Span(0, 100), new Span(0, 50), new Span(50, 50));

        assertThat(Throughput.inFlight(spans)).isEqualTo(2.0);
    }

    @Test
    void a_load_within_one_millisecond_has_a_throughput() {
        assertThat(Throughput.perSecond(List.of(new Span(5, 0)))).isEqualTo(1000.0);
    }

    @Test
    void the_nearest_rank_is_a_sample_that_was_seen() {
        long[] hundred = LongStream.rangeClosed(1, 100).map(i -> 101 - i).toArray();

        assertThat(Quantile.nearestRank(hundred, 0.50)).isEqualTo(50);
        assertThat(Quantile.nearestRank(hundred, 0.99)).isEqualTo(99);
        assertThat(Quantile.nearestRank(hundred, 1)).isEqualTo(100);
        assertThat(Quantile.nearestRank(new long[] {7}, 0.01)).isEqualTo(7);
    }

    @Test
    void a_quantile_of_nothing_is_refused() {
        assertThatIllegalArgumentException().isThrownBy(() -> Quantile.nearestRank(new long[0], 0.5));
        assertThatIllegalArgumentException().isThrownBy(() -> Quantile.nearestRank(new long[] {1}, 0));
    }

    @Test
    void the_median_of_an_even_number_is_the_mean_of_the_middle_two() {
        assertThat(Spread.of(List.of(4.0, 1.0, 9.0, 2.0)))
                .isEqualTo(new Spread(4, 3.0, 1.0, 9.0, null, null, List.of(4.0, 1.0, 9.0, 2.0), List.of()));
        assertThat(Spread.of(List.of(4.0)))
                .isEqualTo(new Spread(1, 4.0, 4.0, 4.0, null, null, List.of(4.0), List.of()));
    }
}
