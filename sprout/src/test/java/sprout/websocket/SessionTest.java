package sprout.websocket;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.lang.reflect.Proxy;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.ClosedChannelException;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import sprout.http.HttpRequest;
import sprout.http.UpgradedConnection;
import sprout.server.RecordingLog;

/** A session on a connection whose queue the test sets. */
final class SessionTest {
    private static final Duration MESSAGE_TIMEOUT = Duration.ofMillis(20);

    private final Connection connection = new Connection();
    private final TestListener listener = new TestListener();
    private final Session session = new Session(
            request(),
            null,
            listener,
            new WebSocketOptions(1 << 20, 1 << 20, Duration.ofMinutes(1), MESSAGE_TIMEOUT, Duration.ofSeconds(5)));

    private static HttpRequest request() {
        ClassLoader loader = SessionTest.class.getClassLoader();
        Class<?>[] types = {HttpRequest.class};
        return (HttpRequest) Proxy.newProxyInstance(loader, types, (_, method, _) -> answer(method.getName()));
    }

    private static @Nullable Object answer(String method) {
        return switch (method) {
            case "rawPath" -> "/";
            case "remoteAddress" -> InetSocketAddress.createUnresolved("client", 1);
            default -> null;
        };
    }

    private static final class Connection implements UpgradedConnection {
        private final List<String> written = new ArrayList<>();
        private long queued;
        private boolean roomForMore = true;
        private boolean gone;
        private boolean aborted;
        private boolean outOfMemory;
        private long now = 1;
        private long waited;
        private final Queue<Runnable> tasks = new ArrayDeque<>();

        @Override
        public void write(ByteBuffer... buffers) throws IOException {
            if (gone) {
                throw new IOException("Broken pipe");
            }
            int first = buffers[0].get(0) & 0x0f;
            ByteBuffer last = buffers[buffers.length - 1];
            char end = (char) last.get(last.limit() - 1);
            written.add(first + " " + (first == FrameParser.PONG ? String.valueOf(end) : last.limit()));
        }

        @Override
        public long queued() {
            return queued;
        }

        @Override
        public boolean hold(long bytes, long waitsSince) {
            waited = waitsSince;
            return roomForMore;
        }

        @Override
        public void awaitQueued(long most) {}

        @Override
        public void pause() {}

        @Override
        public void resume() {}

        @Override
        public void close() {}

        @Override
        public void abort() {
            aborted = true;
        }

        @Override
        public long now() {
            return now;
        }

        @Override
        public void execute(Runnable task) {
            if (outOfMemory) {
                throw new OutOfMemoryError("no thread can be started");
            }
            tasks.add(task);
        }

        private void runTasks() {
            while (!tasks.isEmpty()) {
                tasks.remove().run();
            }
        }
    }

    @BeforeEach
    void open() {
        session.opened(connection);
    }

    private void receive(byte[]... parts) throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        for (byte[] part : parts) {
            bytes.write(part);
        }
        session.received(ByteBuffer.wrap(bytes.toByteArray()));
    }

    private void passMessageTimeout() {
        connection.now += 2 * MESSAGE_TIMEOUT.toNanos();
    }

    @Test
    void eachMessageHasItsOwnTimeThoughReadsEndWithinMessages() throws Exception {
        byte[] message = Frames.binary(new byte[1000]);
        byte[] begin = java.util.Arrays.copyOf(message, 500);
        byte[] end = java.util.Arrays.copyOfRange(message, 500, message.length);

        receive(begin);
        passMessageTimeout();
        receive(end, begin);
        session.tick(connection.now, false);

        assertThat(session.isOpen()).isTrue();
    }

    @Test
    void eachPingHasItsOwnTimeThoughReadsEndWithinPings() throws Exception {
        byte[] ping = Frames.ping(new byte[100]);
        byte[] begin = java.util.Arrays.copyOf(ping, 50);
        byte[] end = java.util.Arrays.copyOfRange(ping, 50, ping.length);

        receive(begin);
        passMessageTimeout();
        receive(end, begin);
        session.tick(connection.now, false);

        assertThat(session.isOpen()).isTrue();
    }

    @Test
    void itsClientHasToGoOnWithinAMessageUnlessTheListenerHasWork() throws Exception {
        connection.runTasks();
        connection.now = 7;
        receive(Frames.frame(FrameParser.TEXT, Frames.utf8("begun")));
        assertThat(connection.waited).as("within a message").isEqualTo(7);
        receive(Frames.frame(0x80, Frames.utf8("end")), Frames.frame(FrameParser.TEXT, Frames.utf8("next")));
        assertThat(connection.waited).as("the listener has work").isZero();
        connection.runTasks();
        session.tick(connection.now, false);
        assertThat(connection.waited).as("the next message").isEqualTo(7);
    }

    @Test
    void pingsWithinAMessageGiveItNoMoreTime() throws Exception {
        receive(Frames.frame(FrameParser.TEXT, Frames.utf8("begun")));
        passMessageTimeout();
        receive(Frames.ping(new byte[1]));
        session.tick(connection.now, false);

        assertThat(session.isOpen()).isFalse();
        assertThat(connection.written).last().asString().startsWith(FrameParser.CLOSE + " ");
    }

    @Test
    void aPongFollowsTheOneBeforeItWhenThatWasSentThoughOtherDataWaits() throws Exception {
        receive(Frames.ping(Frames.utf8("a")));
        connection.queued = 1000;
        receive(Frames.ping(Frames.utf8("b")));
        receive(Frames.ping(Frames.utf8("c")));
        session.tick(connection.now, false);
        assertThat(connection.written).containsExactly("10 a");

        session.sendBinary(new byte[5000]);
        connection.queued = 4000;
        session.tick(connection.now, false);

        assertThat(connection.written).containsExactly("10 a", "2 5000", "10 c");
    }

    @Test
    void ofManyPingsTheFirstAndTheLastAreAnswered() throws Exception {
        byte[][] pings = new byte[26][];
        for (int i = 0; i < pings.length; i++) {
            pings[i] = Frames.ping(Frames.utf8(String.valueOf((char) ('a' + i))));
        }
        receive(pings);
        assertThat(connection.written).hasSize(17).startsWith("10 a", "10 b").endsWith("10 p", "10 z");
        receive(pings[0], pings[1]);
        assertThat(connection.written).hasSize(19).endsWith("10 a", "10 b");
    }

    @Test
    void unaskedPongsFillTheInboxAsMessagesDo() {
        byte[] pong = Frames.pong(new byte[0]);
        ByteBuffer pongs = ByteBuffer.allocate(5000 * pong.length);
        while (pongs.hasRemaining()) {
            pongs.put(pong);
        }
        session.received(pongs.flip());
        assertThat(pongs.position()).isLessThan(100 * pong.length);
    }

    @Test
    void aSessionEndsIfNoThreadCanBeStartedForItsListener() {
        connection.runTasks();
        connection.outOfMemory = true;
        assertThatThrownBy(() -> receive(Frames.text("a"))).isInstanceOf(OutOfMemoryError.class);
        assertThat(connection.aborted).isTrue();
        connection.outOfMemory = false;
        session.closed();
        connection.runTasks();
        assertThat(listener.closed).containsExactly(new CloseReason(CloseReason.ABNORMAL, ""));
    }

    @Test
    void aClientIsNotBlamedForSilenceWhileTheServerHasNoMemoryToReadIt() throws Exception {
        connection.roomForMore = false;
        receive(Frames.text("a"));
        session.tick(connection.now + Duration.ofMinutes(2).toNanos(), false);

        assertThat(session.isOpen()).isTrue();
    }

    /** Clients must not be able to fill the log. */
    @ParameterizedTest
    @CsvSource({"refuse, false", "fail, true"})
    void aMessageThatIsRefusedIsNoErrorInTheLog(String text, boolean logged) {
        RecordingLog.takeFirst();
        session.text(text);
        connection.runTasks();

        assertThat(RecordingLog.takeFirst() != null).isEqualTo(logged);
    }

    @Test
    void aClientThatLeavesWhileItsListenerSendsIsNoFailure() {
        connection.gone = true;
        assertThatThrownBy(() -> session.sendText("a")).isInstanceOf(ClosedChannelException.class);
        assertThat(session.isOpen()).isFalse();
    }
}
