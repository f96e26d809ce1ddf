package sprout.server;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.Pipe;
import java.nio.channels.SelectionKey;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Tests an event loop while one member always adds another task, like a connection that always has work left. */
@Timeout(60)
@SuppressWarnings("NullAway.Init") // the loop is started first of all
final class EventLoopTest {
    private EventLoop loop;
    private final Member busy = new Member();
    private volatile boolean ended;

    @BeforeEach
    void start() throws IOException {
        loop = new EventLoop(ServerOptions.builder().build(), Clock.SYSTEM, "test-loop");
        loop.start();
        loop.execute(busy, this::again);
    }

    private void again() {
        if (!ended && loop.selector().isOpen()) {
            loop.execute(busy, this::again);
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

    @Test
    void outlivesWhateverItsMembersThrowAndEndsThem() throws Exception {
        Member faulty = new Member();
        faulty.fault = new Error("of a member", null, false, false) {
            @Override
            public String getMessage() {
                throw this; // like logging without memory
            }
        };
        Pipe pipe = Pipe.open();
        try (var source = pipe.source();
                var sink = pipe.sink()) {
            source.configureBlocking(false);
            source.register(loop.selector(), SelectionKey.OP_READ, faulty);
            assertThat(sink.write(ByteBuffer.allocate(1))).isEqualTo(1);
            assertThat(faulty.ended.await(20, TimeUnit.SECONDS))
                    .as("ended by what ready() threw")
                    .isTrue();
        }
        Member next = new Member();
        loop.execute(next, () -> {
            throw new OutOfMemoryError("of a task");
        });
        assertThat(next.ended.await(20, TimeUnit.SECONDS))
                .as("ended by its task")
                .isTrue();
        loop.execute(faulty, () -> loop.sendSoon(faulty));
        loop.execute(busy, busy::ready);
        assertThat(busy.ready.await(20, TimeUnit.SECONDS)).as("others go on").isTrue();
        assertThat(loop.alive(System.nanoTime())).isTrue();
    }

    @Test
    void isNotAliveWhileAMemberHoldsIt() throws Exception {
        CountDownLatch goOn = new CountDownLatch(1);
        CountDownLatch held = new CountDownLatch(1);
        loop.execute(busy, () -> {
            held.countDown();
            join(goOn);
        });
        assertThat(held.await(20, TimeUnit.SECONDS)).isTrue();
        long now = System.nanoTime();
        assertThat(loop.alive(now)).isTrue();
        assertThat(loop.alive(now + TimeUnit.SECONDS.toNanos(61))).isFalse();
        goOn.countDown();
    }

    @Test
    void isLeftAtItsEndIfAMemberHoldsItAndItsSocketsAreClosed() throws Exception {
        CountDownLatch goOn = new CountDownLatch(1);
        CountDownLatch held = new CountDownLatch(1);
        Pipe pipe = Pipe.open();
        try (var source = pipe.source();
                var sink = pipe.sink()) {
            source.configureBlocking(false);
            source.register(loop.selector(), SelectionKey.OP_READ, new Member());
            loop.execute(busy, () -> {
                held.countDown();
                join(goOn);
            });
            assertThat(held.await(20, TimeUnit.SECONDS)).isTrue();
            loop.stop(System.nanoTime());
            RecordingLog.takeFirst();
            assertThat(loop.awaitEnd()).as("ended by itself").isFalse();
            assertThat(RecordingLog.takeFirst()).hasMessageContaining("does not end");
            assertThat(source.isOpen()).isFalse();
            assertThat(sink.isOpen()).isTrue();
        } finally {
            goOn.countDown();
        }
    }

    private static void join(CountDownLatch latch) {
        try {
            assertThat(latch.await(20, TimeUnit.SECONDS)).isTrue();
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    private static final class Member implements LoopMember {
        private final CountDownLatch ready = new CountDownLatch(1);
        private final CountDownLatch swept = new CountDownLatch(1);

        private final CountDownLatch ended = new CountDownLatch(1);
        private @Nullable Error fault;

        @Override
        public void ready() {
            if (fault != null) {
                throw fault;
            }
            ready.countDown();
        }

        @Override
        public void send() {
            ready();
        }

        @Override
        public void sweep(long now) {
            swept.countDown();
        }

        @Override
        public void abortNow() {
            ended.countDown();
            if (fault != null) {
                throw fault;
            }
        }
    }
}
