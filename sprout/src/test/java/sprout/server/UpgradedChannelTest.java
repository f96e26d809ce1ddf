package sprout.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.time.Duration;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import sprout.http.HttpRequestParser;
import sprout.http.Upgrade;
import sprout.http.UpgradedConnection;

/** Tests a channel on a simulated socket and clock, while a thread waits for its client. */
@Timeout(60)
@SuppressWarnings("NullAway.Init") // the channel is opened first of all
final class UpgradedChannelTest {
    private static final int PART = 1 << 20;
    private static final Duration TIMEOUT = Duration.ofSeconds(30);

    private final ServerOptions options =
            ServerOptions.builder().writeTimeout(TIMEOUT).bufferPoolBytes(0).build();
    private final WakingClock clock = new WakingClock();
    private final ServerContext context = new ServerContext(
            (request, response) -> response.text("not called"),
            new HttpRequestParser(options.limits()),
            new VirtualRequestExecutorService(),
            options,
            clock);
    private final SimulatedSocket socket = new SimulatedSocket();
    private Tally tally;
    private UpgradedChannel channel;
    private EventLoop loop;

    @BeforeEach
    void open() throws Exception {
        loop = new EventLoop(options, clock, "test-loop", new SimulatedSocket.Poller());
        context.admit(socket, accepted -> accepted.configureBlocking(false));
        LoopChannel below = new LoopChannel(new Wire(context, socket), loop);
        tally = below.wire.tally;
        channel = new UpgradedChannel(below, new Silent());
        below.register();
        channel.open(new byte[0]);
        socket.room(0);
        channel.write(ByteBuffer.wrap(new byte[PART]));
        loop.turn();
    }

    @Test
    void endsAtTheDeadlineAlthoughTheWaitingThreadWakesUpBefore() {
        assertThatThrownBy(() -> channel.awaitQueued(0)).isInstanceOf(TimeoutException.class);
        assertThat(clock.passed()).isEqualTo(TIMEOUT);
    }

    @Test
    void endsAtTheDeadlineAlthoughTheClientTakesAByteAtATime() {
        clock.taken = 1;
        assertThatThrownBy(() -> channel.awaitQueued(0)).isInstanceOf(TimeoutException.class);
        assertThat(clock.passed()).isEqualTo(TIMEOUT);
    }

    @Test
    void waitsForAClientThatTakesEnough() throws Exception {
        clock.taken = 64 * 1024;
        channel.awaitQueued(0);
        assertThat(clock.passed()).isEqualTo(WakingClock.STEP.multipliedBy(PART / clock.taken));
    }

    @Test
    void readsNoMoreFromAClientThatDoesNotReadWhileFarTooMuchMemoryIsHeld() throws Exception {
        ByteBudget.Account others = context.budget.account("others");
        assertThat(channel.hold(1, 0)).isTrue();
        others.count(3 * options.memoryBytes());
        assertThat(channel.hold(1, 0)).isFalse();
        socket.room(Long.MAX_VALUE);
        while (channel.queued() > 0) {
            channel.writable();
        }
        assertThat(channel.hold(1, 0)).isTrue();
    }

    @Test
    void endsAConnectionThatIsSentMuchWhileFarTooMuchMemoryIsHeldAndDoesNotTakeIt() throws Exception {
        socket.room(Long.MAX_VALUE);
        while (channel.queued() > 0) {
            channel.writable();
        }
        context.budget.account("others").count(3 * options.memoryBytes());
        channel.write(ByteBuffer.wrap(new byte[PART]));
        while (channel.queued() > 0) {
            channel.writable();
        }
        socket.room(0);
        channel.write(ByteBuffer.wrap(new byte[1000]));
        assertThatThrownBy(() -> channel.write(ByteBuffer.wrap(new byte[PART])))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("no memory");
        assertThat(socket.isOpen()).as("open until the loop's next turn").isTrue();
        loop.turn();
        assertThat(socket.isOpen()).isFalse();
    }

    /** An eviction would wait a second for a connection that cannot end. */
    @Test
    void isNotIdleWhileOutputWaitsOrItIsAboutToEnd() throws Exception {
        channel.tick(clock.now());
        assertThat(tally.restsSince()).as("output waits").isEqualTo(Tally.BUSY);
        socket.room(Long.MAX_VALUE);
        while (channel.queued() > 0) {
            channel.writable();
        }
        channel.tick(clock.now());
        assertThat(tally.restsSince()).as("all was sent").isNotEqualTo(Tally.BUSY);
        channel.close();
        loop.turn();
        channel.hold(0, 0);
        assertThat(tally.restsSince()).as("about to end").isEqualTo(Tally.BUSY);
    }

    @Test
    void waitsForItsClientWithinAMessage() throws Exception {
        socket.room(Long.MAX_VALUE);
        while (channel.queued() > 0) {
            channel.writable();
        }
        channel.hold(1, 0);
        assertThat(tally.stallsSince()).as("the listener works").isEqualTo(Tally.BUSY);
        channel.hold(1, clock.now());
        assertThat(tally.stallsSince()).as("within a message").isNotEqualTo(Tally.BUSY);
        clock.now += 2 * Tally.SHORTEST_STALL;
        tally.evict();
        loop.turn();
        assertThat(socket.isOpen()).isFalse();
    }

    /** Wakes the waiting thread long before its time, after the client has taken some bytes. */
    private final class WakingClock extends Clock {
        private static final Duration STEP = Duration.ofSeconds(10);

        private long now = 1;
        private int taken;

        @Override
        long now() {
            return now;
        }

        Duration passed() {
            return Duration.ofNanos(now - 1);
        }

        @Override
        void await(Object lock, long nanos) {
            now += Math.min(nanos, STEP.toNanos());
            assertThat(passed()).as("the wait ends").isLessThan(Duration.ofHours(1));
            if (taken > 0) {
                socket.moreRoom(taken);
                writable();
            }
        }

        private void writable() {
            try {
                channel.writable();
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }
    }

    /** A protocol that does nothing. */
    private static final class Silent implements Upgrade {
        @Override
        public String protocol() {
            return "silent";
        }

        @Override
        public void opened(UpgradedConnection connection) {}

        @Override
        public void received(ByteBuffer bytes) {
            bytes.position(bytes.limit());
        }

        @Override
        public void tick(long now, boolean stopping) {}

        @Override
        public void closed() {}
    }
}
