package comparison.harness.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import org.junit.jupiter.api.Test;

class SettlingTest {

    @Test
    void a_run_waits_for_five_minutes_and_never_longer_than_a_tenth_of_its_own_time() {
        assertThat(Settling.limit(Duration.ofHours(3))).isEqualTo(Duration.ofMinutes(5));
        assertThat(Settling.limit(Duration.ofMinutes(10))).isEqualTo(Duration.ofMinutes(1));
    }

    @Test
    void it_waits_until_the_machine_is_calm() {
        Deque<Double> loads = new ArrayDeque<>(List.of(4.0, 1.5, 1.0, 0.5));

        assertThat(Settling.await(loads::removeFirst, 1, Duration.ofMinutes(1), Duration.ZERO))
                .isEqualTo(1);
        assertThat(loads).containsExactly(0.5);
    }

    @Test
    void on_a_machine_that_stays_busy_it_gives_up() {
        assertThat(Settling.await(() -> 7, 1, Duration.ZERO, Duration.ZERO)).isEqualTo(7);
    }
}
