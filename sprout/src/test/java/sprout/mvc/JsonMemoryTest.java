package sprout.mvc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.charset.StandardCharsets;
import java.util.AbstractList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

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

    @ParameterizedTest
    @ValueSource(ints = {0, 1, 4093, 4094, 4095, 4096, 4097, 8191, 8192, 8193, 100_000})
    void stringsOfEverySizeAreWrittenWhole(int length) {
        String plain = "x".repeat(length);
        String other = "x\u00fc\ud83d\ude00".repeat(length / 4);

        assertThat(JSON.write(List.of(plain, other)))
                .asString(StandardCharsets.UTF_8)
                .isEqualTo("[\"%s\",\"%s\"]".formatted(plain, other));
    }

    @Test
    void nothingOfAnAnswerThatFailedIsInTheNextOne() {
        CyclicBarrier broken = new CyclicBarrier(1, () -> {
            throw new IllegalStateException("meant to fail");
        });

        assertThatThrownBy(() -> JSON.write(new Meeting(broken))).hasStackTraceContaining("meant to fail");
        assertThat(JSON.write(List.of("a"))).asString(StandardCharsets.UTF_8).isEqualTo("[\"a\"]");
    }

    /**
     * All threads write at the same time, so that each has a writer of its own. With a copy of its last answer or
     * request, each of them would hold 400 KB, and all together 20 MB.
     */
    @Test
    void nothingOfLargeAnswersAndRequestsIsKept() throws Exception {
        JSON.read(JSON.write(LARGE), Object.class);
        long before = used();
        CyclicBarrier writing = new CyclicBarrier(THREADS);
        CountDownLatch written = new CountDownLatch(THREADS);
        CountDownLatch done = new CountDownLatch(1);
        try {
            for (int i = 0; i < THREADS; i++) {
                Thread.ofPlatform().daemon().start(() -> {
                    JSON.read(JSON.write(new Meeting(writing)), Object.class);
                    written.countDown();
                    await(done);
                });
            }
            assertThat(written.await(30, TimeUnit.SECONDS)).isTrue();

            assertThat(used() - before).isLessThan(8 * MEBIBYTE);
        } finally {
            done.countDown();
        }
    }

    /** A large list in whose last element all threads meet that write it. */
    private static final class Meeting extends AbstractList<String> {
        private final CyclicBarrier barrier;

        private Meeting(CyclicBarrier barrier) {
            this.barrier = barrier;
        }

        @Override
        public int size() {
            return LARGE.size();
        }

        @Override
        public String get(int index) {
            if (index == size() - 1) {
                meet();
            }
            return LARGE.get(index);
        }

        private void meet() {
            try {
                barrier.await(30, TimeUnit.SECONDS);
            } catch (Exception e) {
                throw new IllegalStateException(e);
            }
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
