package comparison.harness.probe;

import static org.assertj.core.api.Assertions.assertThat;

import comparison.harness.metric.Metric;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** What the readings of a server say about it. */
class ReadingTest {

    @Test
    void the_cpu_of_a_server_that_rests_is_what_it_uses_between_the_windows_of_its_load() {
        List<Reading> first = List.of(at(0, 0), at(500, 400));
        List<Reading> second = List.of(at(10_500, 430), at(11_000, 800));
        List<Reading> third = List.of(at(21_000, 820));

        assertThat(Reading.between(List.of(first, second, third))).isEqualTo(Map.of(Metric.RESTING, 0.0025));
    }

    @Test
    void a_load_that_is_sent_as_a_whole_has_no_cpu_between_windows() {
        assertThat(Reading.between(List.of(List.of(at(0, 0), at(500, 400))))).isEmpty();
        assertThat(Reading.between(List.of(List.of(), List.of(at(0, 0)))))
                .as("without readings of a window")
                .isEmpty();
    }

    private static Reading at(long millis, long cpuMillis) {
        return new Reading(millis, 1, 1, 1, cpuMillis * 1_000_000);
    }
}
