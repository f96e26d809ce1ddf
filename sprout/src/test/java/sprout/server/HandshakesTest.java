package sprout.server;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Semaphore;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
final class HandshakesTest {
    private final List<String> done = new CopyOnWriteArrayList<>();

    @Test
    void theNewestAndTheOldestStepComeInTurn() throws InterruptedException {
        Handshakes handshakes = new Handshakes(2);
        CountDownLatch goesOn = new CountDownLatch(1);
        CountDownLatch ended = new CountDownLatch(5);
        handshakes.execute(() -> awaitQuietly(goesOn));
        for (String step : List.of("1", "2", "3", "4", "5")) {
            handshakes.execute(() -> {
                done.add(step);
                ended.countDown();
            });
        }
        goesOn.countDown();
        ended.await();
        assertThat(done).containsExactly("5", "1", "4", "2", "3");
    }

    @Test
    void halfOfTheProcessorsRunStepsAtTheSameTime() throws InterruptedException {
        Handshakes handshakes = new Handshakes(4);
        Semaphore running = new Semaphore(0);
        CountDownLatch goesOn = new CountDownLatch(1);
        for (int i = 0; i < 5; i++) {
            handshakes.execute(() -> {
                running.release();
                awaitQuietly(goesOn);
            });
        }
        running.acquire(2);
        Thread.sleep(50);
        assertThat(running.availablePermits()).as("steps beyond two").isZero();
        goesOn.countDown();
        running.acquire(3);
    }

    @Test
    void aThreadWaitsForItsStepAndAStepThatFailsKeepsNoOthersUp() {
        Handshakes handshakes = new Handshakes(1);
        handshakes.execute(() -> {
            throw new IllegalStateException("a step that fails, which this test prints");
        });
        assertThat(handshakes.await(() -> done.add("own"))).isTrue();
        assertThat(done).containsExactly("own");
    }

    private static void awaitQuietly(CountDownLatch latch) {
        try {
            latch.await();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
