package comparison.harness.runtime;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import comparison.harness.Fault;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.Test;

class CreationsTest {

    private final Creations creations = new Creations();
    private final List<String> events = Collections.synchronizedList(new ArrayList<>());

    @Test
    void what_is_being_created_while_another_thread_removes_everything_is_removed_too() throws Exception {
        Thread closing = new Thread(() -> creations.close(() -> events.add("removed")));

        boolean added = creations.create(() -> {
            closing.start();
            while (closing.getState() != Thread.State.BLOCKED && closing.getState() != Thread.State.TERMINATED) {
                Thread.onSpinWait();
            }
            return events.add("created");
        });
        closing.join();

        assertThat(added).isTrue();
        assertThat(events).containsExactly("created", "removed");
    }

    @Test
    void everything_is_removed_once_but_again_if_that_failed() {
        assertThatExceptionOfType(IllegalStateException.class)
                .isThrownBy(() -> creations.close(() -> {
                    throw new IllegalStateException("the engine does not answer");
                }));
        creations.close(() -> events.add("removed"));
        creations.close(() -> events.add("removed again"));

        assertThat(events).containsExactly("removed");
    }

    @Test
    void nothing_is_created_after_that() {
        creations.close(() -> events.add("removed"));

        assertThatExceptionOfType(Fault.class)
                .isThrownBy(() -> creations.create(() -> events.add("created")))
                .withMessage("The run is over; no container is started any more.");
        assertThat(events).containsExactly("removed");
    }
}
