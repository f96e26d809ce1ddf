package sprout.mvc;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;

class JsonMemoryTest {
    private static final Json JSON = Json.generated();
    private static final int THREADS = 50;
    private static final long MEBIBYTE = 1 << 20;

    /** Some 400 KB of JSON, in values that are shorter than the writer's buffer. */
    private static final List<String> LARGE = Collections.nCopies(4000, "x".repeat(100));

    @Test
    void aLargeAnswerIsWrittenInPiecesAndWhole() {
        String json = new String(JSON.write(LARGE), StandardCharsets.UTF_8);

        assertThat(json).isEqualTo("[\"" + String.join("\",\"", LARGE) + "\"]");
        assertThat(new String(JSON.write(List.of("a")), StandardCharsets.UTF_8)).isEqualTo("[\"a\"]");
    }

    /** With a copy of its last answer, each thread would hold 400 KB, and all together 20 MB. */
    @Test
    void aThreadKeepsNothingOfItsLargeAnswers() throws Exception {
        JSON.write(LARGE);
        long before = used();
        CountDownLatch written = new CountDownLatch(THREADS);
        CountDownLatch done = new CountDownLatch(1);
        try {
            for (int i = 0; i < THREADS; i++) {
                Thread.ofPlatform().daemon().start(() -> {
                    JSON.write(LARGE);
                    written.countDown();
                    await(done);
                });
            }
            written.await();

            assertThat(used() - before).isLessThan(8 * MEBIBYTE);
        } finally {
            done.countDown();
        }
    }

    private static void await(CountDownLatch latch) {
        try {
            latch.await();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private static long used() {
        System.gc();
        return Runtime.getRuntime().totalMemory() - Runtime.getRuntime().freeMemory();
    }
}
