package sprout.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.Socket;
import java.net.SocketException;
import java.net.SocketTimeoutException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import javax.net.ssl.SSLSocket;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Checks that TLS clients that send records without content as fast as they can are disconnected, and do not prevent
 * others from being served; and that a handshake may take its time.
 */
@Tag("slow")
final class TlsFloodTest extends EngineTest {
    private static final int FLOODS = 4;
    private static final String HELLO = "GET /hello HTTP/1.1\r\nHost: test\r\n\r\n";

    @Override
    ServerOptions.Builder options() {
        return super.options().headerTimeout(Duration.ofMinutes(1)).tls(TestTls.options());
    }

    @Override
    RawClient client() throws IOException {
        return TestTls.connect(server.port());
    }

    /**
     * Sends records that may appear between the messages of a handshake: a warning, and the change of ciphers that TLS
     * 1.3 ignores.
     */
    @ParameterizedTest
    @ValueSource(strings = {"15 03 03 00 02 01 0a", "14 03 03 00 01 01"})
    void endsAHandshakeThatOnlySeemsToGoOn(String record) throws Exception {
        byte[] hello = TestTls.clientHello();
        byte[] records = repeated(record, 5000);
        CountDownLatch flowing = new CountDownLatch(FLOODS);
        List<CompletableFuture<Void>> floods = new ArrayList<>();
        for (int i = 0; i < FLOODS; i++) {
            Socket socket = new Socket(InetAddress.getLoopbackAddress(), server.port());
            floods.add(CompletableFuture.runAsync(
                    () -> flood(socket, hello, records, flowing),
                    task -> Thread.ofPlatform().daemon().start(task)));
        }
        assertThat(flowing.await(20, TimeUnit.SECONDS)).isTrue();
        serves();
        for (CompletableFuture<Void> flood : floods) {
            flood.get(20, TimeUnit.SECONDS);
        }
    }

    private static byte[] repeated(String record, int times) {
        String[] digits = record.split(" ", -1);
        byte[] bytes = new byte[digits.length * times];
        for (int i = 0; i < bytes.length; i++) {
            bytes[i] = (byte) Integer.parseInt(digits[i % digits.length], 16);
        }
        return bytes;
    }

    /** Sends until the server closes. */
    private static void flood(Socket socket, byte[] hello, byte[] records, CountDownLatch flowing) {
        try (socket) {
            OutputStream out = socket.getOutputStream();
            out.write(hello);
            socket.getInputStream().read(); // wait for the server's answer to begin
            flowing.countDown();
            while (true) {
                out.write(records);
            }
        } catch (IOException e) {
            flowing.countDown();
        }
    }

    /**
     * The JDK's engine waits for the end of a record of up to 33,088 bytes, which is longer than any buffer. The server
     * must not wait for room in it: the socket stays ready until the deadline.
     */
    @Test
    void refusesARecordThatIsLongerThanItsBuffers() throws Exception {
        byte[] record = new byte[34_000];
        System.arraycopy(new byte[] {22, 3, 3, (byte) 0x81, 0x31}, 0, record, 0, 5);
        try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), server.port())) {
            socket.setSoTimeout(20_000); // the server's deadline is later
            assertThatCode(() -> {
                        socket.getOutputStream().write(record);
                        assertThat(socket.getInputStream().read()).isEqualTo(-1);
                    })
                    .satisfiesAnyOf(
                            thrown -> assertThat(thrown).isNull(),
                            thrown -> assertThat(thrown).isInstanceOf(SocketException.class));
        }
        serves();
    }

    /**
     * At a record of more than 16,704 bytes, the JDK's engine would make records for which no buffer has room, and the
     * thread would ask for the same record again and again.
     */
    @Test
    void refusesAHelloThatIsLongerThanAnyOtherRecord() throws Exception {
        byte[] hello = TestTls.clientHello(17_000);
        for (int i = 0; i < FLOODS; i++) {
            try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), server.port())) {
                socket.setSoTimeout(20_000);
                assertThatCode(() -> {
                            socket.getOutputStream().write(hello);
                            assertThat(socket.getInputStream().readAllBytes()).hasSizeLessThan(100);
                        })
                        .satisfiesAnyOf(
                                thrown -> assertThat(thrown).isNull(),
                                thrown -> assertThat(thrown)
                                        .isInstanceOf(SocketException.class)
                                        .hasMessageContaining("reset"));
            }
        }
        serves();
    }

    /**
     * A renegotiation leaves the engine with a task that nobody runs. Until then it takes no output, not even the
     * refusal.
     */
    @Test
    void endsAConnectionThatRenegotiatesInsteadOfSendingItsBody() throws Exception {
        for (int i = 0; i < FLOODS; i++) {
            try (SSLSocket socket = (SSLSocket) TestTls.client(null)
                    .getSocketFactory()
                    .createSocket(InetAddress.getLoopbackAddress(), server.port())) {
                socket.setEnabledProtocols(new String[] {"TLSv1.2"});
                socket.setSoTimeout(20_000);
                socket.getOutputStream()
                        .write("POST /echo HTTP/1.1\r\nHost: a\r\nExpect: 100-continue\r\nContent-Length: 5\r\n\r\n"
                                .getBytes(StandardCharsets.US_ASCII));
                assertThat(socket.getInputStream().read()).isEqualTo('H');
                assertThatThrownBy(() -> {
                            socket.startHandshake();
                            socket.getInputStream().readAllBytes();
                        })
                        .isInstanceOf(IOException.class)
                        .isNotInstanceOf(SocketTimeoutException.class);
            }
        }
        serves();
    }

    /** Every handshake of a client after the first is a KeyUpdate (RFC 8446 section 4.6.3). */
    @Test
    void endsAConnectionThatUpdatesItsKeysAgainAndAgain() throws Exception {
        try (SSLSocket socket = (SSLSocket)
                TestTls.client(null).getSocketFactory().createSocket(InetAddress.getLoopbackAddress(), server.port())) {
            socket.setEnabledProtocols(new String[] {"TLSv1.3"});
            RawClient client = new RawClient(socket);
            assertThat(client.get("/hello").answer().status()).isEqualTo(200);
            assertThat(updatesUntilTheEnd(socket)).isLessThan(100_000);
        }
        serves();
    }

    /** The engine handles all of them in one step, and each costs new keys. */
    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void endsAConnectionThatHasManyKeyUpdatesInOneRecord(boolean asks) throws Exception {
        try (Tls13Client client = new Tls13Client(server.port())) {
            client.finish(100).send(HELLO);
            assertThat(client.content()).startsWith("HTTP/1.1 200 ");
            client.updateKeys(8, asks);
            client.send(HELLO);
            assertThat(client.content()).startsWith("HTTP/1.1 200 ");
            assertThatCode(() -> {
                        client.updateKeys(3000, asks);
                        client.send(HELLO);
                    })
                    .satisfiesAnyOf(
                            thrown -> assertThat(thrown).isNull(),
                            thrown -> assertThat(thrown).isInstanceOf(SocketException.class));
            assertThat(client.content()).isNull();
        }
        serves();
    }

    /** The engine keeps the pieces of the message until it is whole, and would take up to 32 KiB. */
    @Test
    void endsAConnectionThatSendsALongHandshakeMessageAfterTheHandshake() throws Exception {
        byte[] piece = new byte[600];
        byte[] begin = piece.clone();
        System.arraycopy(new byte[] {Tls13Client.KEY_UPDATE, 0, 0x7f, 0}, 0, begin, 0, 4);
        try (Tls13Client client = new Tls13Client(server.port())) {
            client.finish(100).send(HELLO);
            assertThat(client.content()).startsWith("HTTP/1.1 200 ");
            client.send(Tls13Client.HANDSHAKE, begin);
            client.send(Tls13Client.HANDSHAKE, piece);
            assertThat(client.content()).isNull();
        }
        serves();
    }

    private static int updatesUntilTheEnd(SSLSocket socket) {
        for (int i = 0; i < 100_000; i++) {
            try {
                socket.startHandshake();
            } catch (IOException e) {
                return i;
            }
        }
        return 100_000;
    }

    @Test
    void takesAHandshakeThatHasBegunForNoIdleConnection() throws Exception {
        restart(options().maxConnections(2));
        try (Socket shaking = new Socket(InetAddress.getLoopbackAddress(), server.port())) {
            shaking.setSoTimeout(20_000);
            shaking.getOutputStream().write(TestTls.clientHello());
            assertThat(shaking.getInputStream().read())
                    .as("begin of the server's answer")
                    .isPositive();
            try (RawClient idle = client()) {
                assertThat(idle.get("/hello").answer().status()).isEqualTo(200);
                try (RawClient added = client()) {
                    assertThat(added.get("/hello").answer().status()).isEqualTo(200);
                }
                assertThat(idle.atEnd()).as("the idle one was ended").isTrue();
            }
        }
        assertThat(server.statistics().connectionsEvicted()).isEqualTo(1);
    }

    @Test
    void takesAFewKeyUpdatesBetweenRequests() throws Exception {
        try (SSLSocket socket = (SSLSocket)
                TestTls.client(null).getSocketFactory().createSocket(InetAddress.getLoopbackAddress(), server.port())) {
            RawClient client = new RawClient(socket);
            for (int i = 0; i < 50; i++) {
                socket.startHandshake();
                assertThat(client.get("/hello").answer().status()).isEqualTo(200);
            }
        }
    }
}
