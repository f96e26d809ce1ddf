package sprout.server;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.channels.FileChannel;
import java.nio.channels.SelectionKey;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.Arrays;
import java.util.Objects;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import javax.net.ssl.SSLSocket;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import sprout.http.HttpRequestParser;
import sprout.server.TlsChannel.Handshake;

@Timeout(60)
final class BlockingConnectionTest {
    private final ServerOptions options =
            ServerOptions.builder().tls(TestTls.options()).build();
    private final ServerContext context = new ServerContext(
            (request, response) -> response.text("not called"),
            new HttpRequestParser(options.limits()),
            new VirtualRequestExecutorService(),
            options,
            Clock.SYSTEM);

    /** A connection waits for room even with TLS if the file becomes shorter and then longer while it is sent. */
    @Test
    void encryptsAFileAlsoWhileItWaitsForRoom(@TempDir Path folder) throws Exception {
        byte[] content = new byte[10_000];
        new Random(4).nextBytes(content);
        Path file = Files.write(folder.resolve("file"), content);
        InetAddress host = InetAddress.getLoopbackAddress();
        try (ServerSocketChannel listener = ServerSocketChannel.open().bind(new InetSocketAddress(host, 0))) {
            int port = ((InetSocketAddress) listener.getLocalAddress()).getPort();
            try (SSLSocket client =
                            (SSLSocket) TestTls.client(null).getSocketFactory().createSocket(host, port);
                    SocketChannel socket = listener.accept()) {
                BlockingConnection connection = connection(socket);
                CompletableFuture<Void> shaken = CompletableFuture.runAsync(() -> handshake(client));
                handshake(Objects.requireNonNull(connection.wire.tls));
                shaken.join();
                connection.output.file(FileChannel.open(file, StandardOpenOption.READ), 0, content.length);
                assertThat(connection.await(SelectionKey.OP_WRITE, System.nanoTime()))
                        .isEqualTo(content.length);
                assertThat(client.getInputStream().readNBytes(content.length)).isEqualTo(content);
                connection.close();
            }
        }
        assertThat(context.buffers.inUse()).isZero();
    }

    @Test
    void computesNoHandshakeWhoseTimeIsOver() throws Exception {
        TestClock clock = new TestClock();
        ServerContext late = context(clock, step -> {
            clock.advance(options.headerTimeout());
            step.run();
        });
        InetAddress host = InetAddress.getLoopbackAddress();
        try (ServerSocketChannel listener = ServerSocketChannel.open().bind(new InetSocketAddress(host, 0));
                Socket client = new Socket(host, ((InetSocketAddress) listener.getLocalAddress()).getPort());
                SocketChannel socket = listener.accept()) {
            client.getOutputStream().write(TestTls.clientHello());
            connection(late, socket).run();
            assertThat(client.getInputStream().read()).as("an answer").isNegative();
        }
    }

    @Test
    void aHandshakeThatAClientSendsByteByByteIsOneWait() throws Exception {
        TestClock clock = new TestClock();
        ServerContext here = context(clock, Runnable::run);
        InetAddress host = InetAddress.getLoopbackAddress();
        try (ServerSocketChannel listener = ServerSocketChannel.open().bind(new InetSocketAddress(host, 0));
                Socket client = new Socket(host, ((InetSocketAddress) listener.getLocalAddress()).getPort());
                SocketChannel socket = listener.accept()) {
            BlockingConnection connection = connection(here, socket);
            Thread served = Thread.ofVirtual().start(connection);
            Tally tally = connection.wire.tally;
            for (byte one : Arrays.copyOf(TestTls.clientHello(), 20)) {
                client.getOutputStream().write(one);
                while (tally.stallsSince() == Tally.BUSY) {
                    Thread.sleep(1); // @Timeout interrupts it
                }
                Thread.sleep(5); // the server takes the byte
                clock.advance(Duration.ofMillis(200));
            }
            assertThat(tally.stalls(clock.now())).isTrue();
            connection.abort();
            served.join();
        }
    }

    private ServerContext context(Clock clock, Executor handshakes) {
        return new ServerContext(
                (request, response) -> response.text("not called"),
                new HttpRequestParser(options.limits()),
                new VirtualRequestExecutorService(),
                new Handshakes(handshakes),
                options,
                clock);
    }

    /** The request has arrived just before its idle connection had to make room (RFC 9112 section 9.6). */
    @Test
    void saysThatItClosesToARequestThatArrivesWhileItIsEvicted() throws Exception {
        EvictingClock clock = new EvictingClock();
        ServerOptions clear = ServerOptions.builder().build();
        ServerContext here = new ServerContext(
                (request, response) -> response.text("hello"),
                new HttpRequestParser(clear.limits()),
                new VirtualRequestExecutorService(),
                clear,
                clock);
        InetAddress host = InetAddress.getLoopbackAddress();
        try (ServerSocketChannel listener = ServerSocketChannel.open().bind(new InetSocketAddress(host, 0));
                RawClient client = new RawClient(((InetSocketAddress) listener.getLocalAddress()).getPort());
                SocketChannel socket = listener.accept()) {
            client.get("/hello");
            BlockingConnection connection = new BlockingConnection(
                    new Wire(here, socket),
                    new Deadlines(clear, clock, "test-deadlines"),
                    new EventLoopGroup(here, true));
            clock.tally = connection.wire.tally;
            connection.run();
            assertThat(clock.evicted).isTrue();
            assertThat(client.answer().closes()).isTrue();
            assertThat(client.atEnd()).isTrue();
        }
    }

    /** Evicts the connection as soon as it is idle and the time matters: when a request has arrived. */
    private static final class EvictingClock extends Clock {
        private @Nullable Tally tally;
        private boolean evicted;

        @Override
        long now() {
            Tally chosen = tally;
            tally = null; // the eviction may ask for the time, too
            evicted |= chosen != null && chosen.evict();
            tally = evicted ? null : chosen;
            return super.now();
        }
    }

    private BlockingConnection connection(SocketChannel socket) throws IOException {
        return connection(context, socket);
    }

    private BlockingConnection connection(ServerContext served, SocketChannel socket) throws IOException {
        return new BlockingConnection(
                new Wire(served, socket),
                new Deadlines(options, served.clock, "test-deadlines"),
                new EventLoopGroup(served, true));
    }

    private static void handshake(TlsChannel channel) throws IOException {
        while (channel.handshake() != Handshake.DONE) {
            channel.runTasks();
        }
    }

    private static void handshake(SSLSocket client) {
        try {
            client.startHandshake();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
