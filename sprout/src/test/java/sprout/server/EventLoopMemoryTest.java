package sprout.server;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Checks that an event loop survives a heap without a free byte, in a JVM of its own. */
@Timeout(60)
final class EventLoopMemoryTest {
    /** Longer than many turns, each of which fails. */
    private static final long WITHOUT_MEMORY_NANOS = TimeUnit.MILLISECONDS.toNanos(500);

    /** Keeps all objects that fill the heap. */
    private static volatile Object @Nullable [] filling;

    private static volatile boolean full;

    @Test
    void goesOnWhenThereIsMemoryAgain() throws Exception {
        String java = Path.of(System.getProperty("java.home"), "bin", "java").toString();
        String classes = System.getProperty("surefire.test.class.path", System.getProperty("java.class.path"));
        Process child = new ProcessBuilder(
                        java, "-Xmx16m", "-XX:+UseSerialGC", "-cp", classes, EventLoopMemoryTest.class.getName())
                .inheritIO()
                .start();
        try {
            assertThat(child.waitFor(50, TimeUnit.SECONDS)).as("ended").isTrue();
            assertThat(child.exitValue()).isZero();
        } finally {
            child.destroyForcibly();
        }
    }

    /** Runs the child. Ends with code 0 if the loop still does its work. */
    public static void main(String[] arguments) throws Exception {
        ServerOptions options =
                ServerOptions.builder().lingerTimeout(Duration.ofMillis(20)).build(); // a turn takes 5 ms at most
        EventLoop loop = new EventLoop(options, Clock.SYSTEM, "test-loop");
        LockSupport.parkNanos(1); // loads what this thread needs later
        loop.start();
        loop.execute(new Member(), EventLoopMemoryTest::fill);
        while (!full) {
            Thread.onSpinWait();
        }
        LockSupport.parkNanos(WITHOUT_MEMORY_NANOS);
        filling = null;
        CountDownLatch done = new CountDownLatch(1);
        loop.execute(new Member(), done::countDown);
        Runtime.getRuntime().halt(done.await(20, TimeUnit.SECONDS) ? 0 : 1);
    }

    /** Fills the heap up to its last object, which is as large as the smallest that has a field. */
    private static void fill() {
        for (int length = 1 << 20; length > 0; length /= 2) {
            fill(length);
        }
        full = true;
    }

    private static void fill(int length) {
        try {
            while (!full) {
                Object[] next = new Object[length];
                next[0] = filling;
                filling = next;
            }
        } catch (OutOfMemoryError e) {
            // That was the last one of this length.
        }
    }

    private static final class Member implements LoopMember {
        @Override
        public void ready() {}

        @Override
        public void send() {}

        @Override
        public void sweep(long now) {}

        @Override
        public void abortNow() {}
    }
}
