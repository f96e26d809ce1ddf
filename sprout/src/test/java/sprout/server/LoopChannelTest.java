package sprout.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.ByteBuffer;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.nio.channels.WritableByteChannel;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import sprout.http.HttpHandler;
import sprout.http.HttpRequest;
import sprout.http.HttpRequestParser;
import sprout.http.HttpResponse;
import sprout.http.Upgrade;
import sprout.http.UpgradedConnection;

/** Tests a channel without the thread of its event loop, so that the test decides what happens in which order. */
@Timeout(60)
final class LoopChannelTest {
    private static final String GET = "GET / HTTP/1.1\r\nHost: test\r\n\r\n";

    private final ServerOptions options = ServerOptions.builder().build();
    private final Upgrading handler = new Upgrading(new CountDownLatch(1));
    private final ServerContext context = new ServerContext(
            handler,
            new HttpRequestParser(options.limits()),
            new VirtualRequestExecutorService(),
            options,
            Clock.SYSTEM);

    @Test
    void endsAtNoDeadlineOnceAnotherProtocolHasTheSocket() throws Exception {
        EventLoop loop = new EventLoop(options, Clock.SYSTEM, "test-loop");
        InetAddress host = InetAddress.getLoopbackAddress();
        try (ServerSocketChannel listener = ServerSocketChannel.open().bind(new InetSocketAddress(host, 0));
                Socket client = new Socket(host, ((InetSocketAddress) listener.getLocalAddress()).getPort());
                SocketChannel socket = listener.accept()) {
            socket.configureBlocking(false);
            LoopChannel channel = new LoopChannel(new Wire(context, socket), loop);
            new NioConnection(channel, false).register();
            client.getOutputStream()
                    .write("GET / HTTP/1.1\r\nHost: test\r\nConnection: upgrade\r\nUpgrade: test\r\n\r\n"
                            .getBytes(StandardCharsets.US_ASCII));
            assertThat(loop.selector().select(20_000)).isEqualTo(1);
            channel.ready();
            channel.sweep(System.nanoTime() + TimeUnit.DAYS.toNanos(1));
            assertThat(socket.isOpen()).isTrue();
            loop.start();
            assertThat(handler.opened().await(20, TimeUnit.SECONDS))
                    .as("the protocol has the socket")
                    .isTrue();
            loop.stop(System.nanoTime());
            loop.awaitEnd();
        }
        assertThat(context.buffers.inUse()).isZero();
    }

    @Test
    void givesAReaderItsFullTimeAgainAfter64KiBEvenIfTheSelectorReportsNoRoom() throws Exception {
        EventLoop loop = new EventLoop(options, Clock.SYSTEM, "test-loop");
        InetAddress host = InetAddress.getLoopbackAddress();
        try (ServerSocketChannel listener = ServerSocketChannel.open().bind(new InetSocketAddress(host, 0));
                Socket client = new Socket(host, ((InetSocketAddress) listener.getLocalAddress()).getPort());
                SocketChannel socket = listener.accept()) {
            socket.configureBlocking(false);
            LoopChannel channel = new LoopChannel(new Wire(context, socket), loop);
            Endless output = new Endless();
            channel.speak(new Reads(channel.wire) {
                @Override
                public void writable() throws IOException {
                    assertThat(channel.flush(output)).as("all was sent").isFalse();
                }
            });
            channel.register();
            channel.sendLater(false);
            long late = afterTheTimeToWrite();
            output.room = 64 * 1024;
            channel.sweep(late);
            assertThat(socket.isOpen()).as("open after 64 KiB").isTrue();
            late = afterTheTimeToWrite();
            output.room = 1000;
            channel.sweep(late);
            assertThat(socket.isOpen()).as("open after 1000 bytes").isFalse();
            assertThat(client.isConnected()).isTrue();
        } finally {
            loop.selector().close();
        }
    }

    @Test
    void answersARequestThatHasJustArrivedWhenTheServerStopsOrItsPlaceIsNeeded() throws Exception {
        for (boolean stops : new boolean[] {true, false}) {
            Queue<Runnable> workers = new ArrayDeque<>();
            ServerContext served = context((request, response) -> response.text("hello"), workers);
            SimulatedSocket socket = new SimulatedSocket();
            EventLoop loop = new EventLoop(options, Clock.SYSTEM, "test-loop", new SimulatedSocket.Poller());
            LoopChannel channel = connected(served, socket, loop);
            loop.turn();
            channel.enter(Phase.IDLE);
            socket.send(bytes(GET));
            if (stops) {
                served.stopping = true;
                channel.sweep(System.nanoTime());
            } else {
                channel.wire.tally.evict();
                loop.turn();
            }
            workers.remove().run();
            loop.turn();
            assertThat(new String(socket.received(), StandardCharsets.US_ASCII)).contains("200 OK", "hello");
        }
    }

    @Test
    void givesThePlaceOfAnUnfinishedRequestAwayAtOnceAndSaysWhy() throws Exception {
        TestClock clock = new TestClock();
        ServerContext served = context((request, response) -> response.text("hello"), new ArrayDeque<>(), clock);
        SimulatedSocket socket = new SimulatedSocket();
        EventLoop loop = new EventLoop(options, clock, "test-loop", new SimulatedSocket.Poller());
        LoopChannel channel = connected(served, socket, loop);
        socket.send(bytes("POST / HTTP/1.1\r\nHost: test\r\nContent-Length: 10\r\n\r\nabc"));
        loop.turn();
        channel.ready();
        clock.advance(Duration.ofSeconds(3));
        channel.wire.tally.evict();
        loop.turn();
        assertThat(socket.isOpen()).isFalse();
        assertThat(new String(socket.received(), StandardCharsets.US_ASCII)).startsWith("HTTP/1.1 408 ");
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void computesNoHandshakeWhoseTimeIsOverOrWhoseClientHasLeft(boolean leaves) throws Exception {
        TestClock clock = new TestClock();
        ServerOptions secured = ServerOptions.builder().tls(TestTls.options()).build();
        Queue<Runnable> steps = new ArrayDeque<>();
        ServerContext served = new ServerContext(
                handler,
                new HttpRequestParser(secured.limits()),
                new VirtualRequestExecutorService(),
                new Handshakes(steps::add),
                secured,
                clock);
        EventLoop loop = new EventLoop(secured, clock, "test-loop");
        InetAddress host = InetAddress.getLoopbackAddress();
        try (ServerSocketChannel listener = ServerSocketChannel.open().bind(new InetSocketAddress(host, 0));
                RawClient client = new RawClient(((InetSocketAddress) listener.getLocalAddress()).getPort());
                SocketChannel socket = listener.accept()) {
            socket.configureBlocking(false);
            new NioConnection(new LoopChannel(new Wire(served, socket), loop), false).register();
            client.send(TestTls.clientHello());
            while (steps.isEmpty()) {
                loop.turn();
            }
            if (leaves) {
                client.reset();
            }
            clock.advance(leaves ? Duration.ofSeconds(1) : secured.headerTimeout());
            steps.remove().run();
            assertThat(socket.isOpen()).isFalse();
        } finally {
            loop.selector().close();
        }
    }

    @Test
    void endsThoughThereWasNoMemoryForThatBefore() throws Exception {
        SimulatedSocket socket = new SimulatedSocket();
        EventLoop loop = new EventLoop(options, Clock.SYSTEM, "test-loop", new SimulatedSocket.Poller());
        LoopChannel channel = connected(context(handler, new ArrayDeque<>()), socket, loop);
        loop.turn();
        channel.enter(Phase.CLOSED);
        channel.sweep(System.nanoTime());
        assertThat(socket.isOpen()).isFalse();
    }

    @Test
    void keepsNoKeyOfASocketThatFailedToClose() throws Exception {
        SimulatedSocket socket = new SimulatedSocket();
        EventLoop loop = new EventLoop(options, Clock.SYSTEM, "test-loop", new SimulatedSocket.Poller());
        LoopChannel channel = connected(context(handler, new ArrayDeque<>()), socket, loop);
        loop.turn();
        socket.failToClose();
        assertThatThrownBy(channel::close).isInstanceOf(OutOfMemoryError.class);
        loop.turn();
        assertThat(loop.selector().keys()).hasSize(1);
        loop.sweep();
        loop.turn();
        assertThat(loop.selector().keys()).isEmpty();
    }

    @Test
    void handlesNoMoreRequestsInATurnThanTheirAnswersAllow() throws Exception {
        byte[] large = new byte[100_000];
        SimulatedSocket socket = new SimulatedSocket();
        EventLoop loop = new EventLoop(options, Clock.SYSTEM, "test-loop", new SimulatedSocket.Poller());
        LoopChannel channel = connected(context(onTheLoop(large), new ArrayDeque<>()), socket, loop);
        loop.turn();
        socket.send(bytes(GET.repeat(20)));
        channel.ready();
        assertThat(socket.received().length).isBetween(1, LoopChannel.TURN + 2 * large.length);
        for (int turn = 0; turn < 20; turn++) {
            loop.turn();
        }
        assertThat(socket.received().length).isGreaterThan(20 * large.length);
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void othersHaveTheirTurnWhileAClientPipelines(boolean onTheLoop) throws Exception {
        TestClock clock = new TestClock();
        AtomicInteger handled = new AtomicInteger();
        HttpHandler slow = new HttpHandler() {
            @Override
            public void handle(HttpRequest request, HttpResponse response) {
                clock.advance(Duration.ofMillis(4));
                handled.incrementAndGet();
                response.text("answer");
            }

            @Override
            public boolean mayBlock(HttpRequest request) {
                return !onTheLoop;
            }
        };
        for (boolean parsesOnWorker : onTheLoop ? new boolean[] {false} : new boolean[] {false, true}) {
            Queue<Runnable> workers = new ArrayDeque<>();
            SimulatedSocket socket = new SimulatedSocket();
            EventLoop loop = new EventLoop(options, clock, "test-loop", new SimulatedSocket.Poller());
            connected(context(slow, workers, clock), socket, loop, parsesOnWorker);
            loop.turn();
            socket.send(bytes(GET.repeat(20)));
            socket.sendEnd();
            int turns = 0;
            while (answers(socket) < 20 && turns++ < 20) {
                int before = handled.get();
                loop.turn();
                if (!workers.isEmpty()) {
                    workers.remove().run();
                }
                assertThat(handled.get() - before).as("requests in a turn").isLessThanOrEqualTo(3);
            }
            assertThat(answers(socket)).isEqualTo(20);
        }
    }

    private static int answers(SimulatedSocket socket) {
        return new String(socket.received(), StandardCharsets.US_ASCII).split("200 OK", -1).length - 1;
    }

    /** The two halves of the request are two records, which one read of the socket receives. */
    @Test
    void answersATlsRequestOfWhichItHadReadAPartWhenItsEndWasAskedFor() throws Exception {
        ServerOptions secured = ServerOptions.builder().tls(TestTls.options()).build();
        ServerContext served = new ServerContext(
                onTheLoop(bytes("hello")),
                new HttpRequestParser(secured.limits()),
                new VirtualRequestExecutorService(),
                secured,
                Clock.SYSTEM);
        EventLoop loop = new EventLoop(secured, Clock.SYSTEM, "test-loop");
        InetAddress host = InetAddress.getLoopbackAddress();
        try (ServerSocketChannel listener = ServerSocketChannel.open().bind(new InetSocketAddress(host, 0));
                RawClient client = new RawClient(TestTls.client(null)
                        .getSocketFactory()
                        .createSocket(host, ((InetSocketAddress) listener.getLocalAddress()).getPort()));
                SocketChannel socket = listener.accept()) {
            socket.configureBlocking(false);
            LoopChannel channel = new LoopChannel(new Wire(served, socket), loop);
            new NioConnection(channel, false).register();
            CompletableFuture<String> first = CompletableFuture.supplyAsync(() -> text(client, GET));
            while (!first.isDone()) {
                loop.turn();
            }
            client.send("GET / HTTP/1.1\r\nHo").send("st: test\r\n\r\n");
            served.stopping = true;
            channel.sweep(System.nanoTime());
            CompletableFuture<String> second = CompletableFuture.supplyAsync(() -> text(client, ""));
            for (int turn = 0; turn < 20 && !second.isDone(); turn++) {
                loop.turn();
            }
            assertThat(second).isCompletedWithValue("hello");
        } finally {
            loop.selector().close();
        }
    }

    private static String text(RawClient client, String request) {
        try {
            return client.send(request).answer().text();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static HttpHandler onTheLoop(byte[] body) {
        return new HttpHandler() {
            @Override
            public void handle(HttpRequest request, HttpResponse response) {
                response.body(body);
            }

            @Override
            public boolean mayBlock(HttpRequest request) {
                return false;
            }
        };
    }

    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.US_ASCII);
    }

    private ServerContext context(HttpHandler served, Queue<Runnable> workers) {
        return context(served, workers, Clock.SYSTEM);
    }

    private ServerContext context(HttpHandler served, Queue<Runnable> workers, Clock clock) {
        return new ServerContext(
                served,
                new HttpRequestParser(options.limits()),
                new RequestExecutorService() {
                    @Override
                    public void execute(Runnable task) {
                        workers.add(task);
                    }

                    @Override
                    public void shutdown() {}

                    @Override
                    public int threads() {
                        return 10;
                    }
                },
                options,
                clock);
    }

    private static LoopChannel connected(ServerContext served, SimulatedSocket socket, EventLoop loop)
            throws IOException, InterruptedException {
        return connected(served, socket, loop, false);
    }

    private static LoopChannel connected(
            ServerContext served, SimulatedSocket socket, EventLoop loop, boolean parsesOnWorker)
            throws IOException, InterruptedException {
        served.admit(socket, accepted -> accepted.configureBlocking(false));
        LoopChannel channel = new LoopChannel(new Wire(served, socket), loop);
        NioConnection connection = new NioConnection(channel, parsesOnWorker);
        loop.execute(channel, connection::register);
        return channel;
    }

    /** TLS receives many short records at a time and decrypts one; meanwhile the socket has more. */
    @Test
    void readsATlsClientEquallyOftenInEachTurnHoweverMuchItHasSent() throws Exception {
        ServerOptions secured = ServerOptions.builder().tls(TestTls.options()).build();
        ServerContext served = new ServerContext(
                handler,
                new HttpRequestParser(secured.limits()),
                new VirtualRequestExecutorService(),
                secured,
                Clock.SYSTEM);
        EventLoop loop = new EventLoop(secured, Clock.SYSTEM, "test-loop");
        InetAddress host = InetAddress.getLoopbackAddress();
        try (ServerSocketChannel listener = ServerSocketChannel.open().bind(new InetSocketAddress(host, 0));
                Socket client = TestTls.client(null)
                        .getSocketFactory()
                        .createSocket(host, ((InetSocketAddress) listener.getLocalAddress()).getPort());
                SocketChannel socket = listener.accept()) {
            socket.configureBlocking(false);
            Wire wire = new Wire(served, socket);
            LoopChannel channel = new LoopChannel(wire, loop);
            Reads reads = new Reads(wire);
            channel.speak(reads);
            channel.register();
            Thread sender = Thread.ofPlatform().start(() -> send(client, 2000));
            while (reads.bytes == 0) {
                loop.turn();
            }
            sender.join();
            for (int turn = 0; turn < 50; turn++) {
                reads.calls = 0;
                loop.turn();
                assertThat(reads.calls).isBetween(1, 2);
            }
            channel.close();
        } finally {
            loop.selector().close();
        }
        assertThat(served.buffers.inUse()).isZero();
    }

    private static void send(Socket client, int records) {
        try {
            for (int i = 0; i < records; i++) {
                client.getOutputStream().write(i);
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static class Reads implements LoopChannel.Protocol {
        private final Wire wire;
        private int calls;
        private int bytes;

        private Reads(Wire wire) {
            this.wire = wire;
        }

        @Override
        public void readable() throws IOException {
            calls++;
            bytes += Math.max(0, wire.bytes.read(ByteBuffer.allocate(100)));
        }

        @Override
        public void writable() throws IOException {}

        @Override
        public void expired() {}

        @Override
        public void tick(long now) {}

        @Override
        public void evicted() {}

        @Override
        public void closed() {}
    }

    /** Returns when a write that has begun until now is late, and waits until a later one would not be. */
    private long afterTheTimeToWrite() {
        long now = System.nanoTime();
        while (System.nanoTime() == now) {
            Thread.onSpinWait();
        }
        return now + options.writeTimeout().toNanos();
    }

    /** An output without end, of which the socket takes some bytes and then nothing. */
    private static final class Endless implements LoopChannel.Source {
        private long room;

        @Override
        public boolean isEmpty() {
            return false;
        }

        @Override
        public long send(WritableByteChannel channel) {
            long count = room;
            room = 0;
            return count;
        }
    }

    /** Switches each request to a protocol that takes the bytes and does nothing with them. */
    private record Upgrading(CountDownLatch opened) implements HttpHandler, Upgrade {
        @Override
        public boolean mayBlock(HttpRequest request) {
            return false;
        }

        @Override
        public void handle(HttpRequest request, HttpResponse response) {
            response.upgrade(this);
        }

        @Override
        public String protocol() {
            return "test";
        }

        @Override
        public void opened(UpgradedConnection connection) {
            opened.countDown();
        }

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
