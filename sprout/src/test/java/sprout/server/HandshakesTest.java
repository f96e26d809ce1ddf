package sprout.server;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
final class HandshakesTest {
    private final List<String> done = new ArrayList<>();

    @Test
    void halfOfTheProcessorsRunAStepAndTheNewestAndTheOldestComeNextInTurn() {
        Workers workers = new Workers();
        Handshakes handshakes = new Handshakes(workers, 4);
        for (String step : List.of("1", "2", "3", "4", "5", "6")) {
            handshakes.execute(() -> done.add(step));
        }
        assertThat(workers.tasks).hasSize(2);
        workers.tasks.remove().run();
        assertThat(workers.tasks).as("a step that waited has the turn").hasSize(2);
        while (!workers.tasks.isEmpty()) {
            workers.tasks.remove().run();
        }
        assertThat(done).containsExactly("1", "2", "6", "3", "5", "4");
    }

    @Test
    void aThreadThatRunsItsOwnStepWaitsForItsTurn() throws InterruptedException {
        Workers workers = new Workers();
        Handshakes handshakes = new Handshakes(workers, 1);
        handshakes.execute(() -> done.add("worker"));
        Thread own = Thread.ofVirtual().start(() -> handshakes.run(() -> done.add("own")));
        while (own.getState() != Thread.State.WAITING) {
            Thread.sleep(1);
        }
        assertThat(done).isEmpty();
        workers.tasks.remove().run();
        own.join();
        assertThat(done).containsExactly("worker", "own");
        handshakes.run(() -> done.add("again"));
        assertThat(done).hasSize(3);
    }

    @Test
    void noStepIsLostWhenTheServerStops() {
        Workers workers = new Workers();
        Handshakes handshakes = new Handshakes(workers, 1);
        for (int i = 0; i < 100_000; i++) {
            handshakes.execute(() -> done.add(""));
        }
        workers.stopped = true;
        workers.tasks.remove().run();
        assertThat(done).hasSize(100_000);
        handshakes.execute(() -> done.add(""));
        assertThat(done).hasSize(100_001);
    }

    private static final class Workers implements Executor {
        private final Queue<Runnable> tasks = new ArrayDeque<>();
        private boolean stopped;

        @Override
        public void execute(Runnable task) {
            if (stopped) {
                throw new RejectedExecutionException();
            }
            tasks.add(task);
        }
    }
}
