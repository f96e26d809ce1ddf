package sprout.server;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.Pipe;
import java.nio.channels.SelectionKey;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** A task that makes another one each time, as a connection does that always has something left to do. */
@Timeout(60)
@SuppressWarnings("NullAway.Init") // the loop is started first of all
final class EventLoopTest {
    private EventLoop loop;
    private volatile boolean ended;

    @BeforeEach
    void start() throws IOException {
        loop = new EventLoop(ServerOptions.builder().build(), "test-loop");
        loop.start();
        loop.execute(this::again);
    }

    private void again() {
        if (!ended && loop.selector().isOpen()) {
            loop.execute(this::again);
        }
    }

    @AfterEach
    void stop() throws InterruptedException {
        ended = true;
        loop.stop(System.nanoTime());
        loop.awaitEnd();
    }

    @Test
    void looksAfterSocketsAndDeadlinesThoughTasksNeverEnd() throws Exception {
        Member member = new Member();
        Pipe pipe = Pipe.open();
        try (var source = pipe.source();
                var sink = pipe.sink()) {
            source.configureBlocking(false);
            source.register(loop.selector(), SelectionKey.OP_READ, member);
            assertThat(sink.write(ByteBuffer.allocate(1))).isEqualTo(1);
            assertThat(member.ready.await(20, TimeUnit.SECONDS)).as("ready").isTrue();
            assertThat(member.swept.await(20, TimeUnit.SECONDS)).as("swept").isTrue();
        }
    }

    @Test
    void endsAtTheDeadlineThoughTasksNeverEnd() throws Exception {
        loop.stop(System.nanoTime());
        assertThat(loop.awaitEnd()).as("ended by itself").isFalse();
    }

    private static final class Member implements LoopMember {
        private final CountDownLatch ready = new CountDownLatch(1);
        private final CountDownLatch swept = new CountDownLatch(1);

        @Override
        public void ready() {
            ready.countDown();
        }

        @Override
        public void sweep(long now) {
            swept.countDown();
        }

        @Override
        public void abortNow() {}
    }
}
