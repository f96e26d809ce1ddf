package sprout.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.FilterOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.Principal;
import java.security.PrivateKey;
import java.security.cert.X509Certificate;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.concurrent.locks.LockSupport;
import javax.net.ssl.KeyManager;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.SSLException;
import javax.net.ssl.SSLSocket;
import javax.net.ssl.X509ExtendedKeyManager;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import sprout.http.HttpHandler;
import sprout.http.HttpLimits;
import sprout.server.ServerOptions.ExecutionMode;
import sprout.server.ServerOptions.ThreadType;
import sprout.server.TlsOptions.ClientAuth;

/** Tests what is specific to TLS, in all four modes. {@link ServerContract} runs over TLS too. */
@ParameterizedClass
@CsvSource({"NIO,VIRTUAL", "NIO,PLATFORM", "HYBRID,VIRTUAL", "HYBRID,PLATFORM"})
@SuppressWarnings("NullAway.Init") // the server is started first of all
@Tag("slow")
final class TlsTest {
    private final ExecutionMode mode;
    private final ThreadType threads;

    @TempDir
    private Path folder;

    private HttpServer server;

    TlsTest(ExecutionMode mode, ThreadType threads) {
        this.mode = mode;
        this.threads = threads;
    }

    private void start(TlsOptions tls) throws IOException {
        server = HttpServer.start(
                options(tls).headerTimeout(Duration.ofSeconds(20)).build(),
                new TestHandler(folder.resolve("file.bin")));
    }

    private ServerOptions.Builder options(TlsOptions tls) {
        return ServerOptions.builder()
                .port(0)
                .executionMode(mode)
                .threadType(threads)
                .threadPoolSize(4)
                .eventLoops(2)
                .limits(new HttpLimits(1024, 8 * 1024, 50, 30_000_000))
                .tls(tls);
    }

    @AfterEach
    void stop() {
        server.stop(Duration.ofSeconds(10));
        assertThat(server.openConnections()).as("connections still counted").isZero();
        assertThat(server.buffersInUse()).as("buffers that were not given back").isZero();
    }

    private static byte[] file() {
        byte[] bytes = new byte[10_000_000];
        new Random(1).nextBytes(bytes);
        return bytes;
    }

    private HttpRequest.Builder request(String path) {
        return HttpRequest.newBuilder(URI.create("https://localhost:" + server.port() + path));
    }

    private Socket clear() throws IOException {
        Socket socket = new Socket(InetAddress.getLoopbackAddress(), server.port());
        socket.setSoTimeout(20_000);
        return socket;
    }

    private SSLSocket secured(String... protocols) throws IOException {
        SSLSocket socket = (SSLSocket)
                TestTls.client(null).getSocketFactory().createSocket(InetAddress.getLoopbackAddress(), server.port());
        socket.setSoTimeout(20_000);
        if (protocols.length > 0) {
            socket.setEnabledProtocols(protocols);
        }
        return socket;
    }

    private void serves() throws Exception {
        try (RawClient client = TestTls.connect(server.port())) {
            assertThat(client.get("/hello").answer().text()).isEqualTo("Hello, World!");
        }
    }

    @Test
    void theJdksClientSendsAndReceivesALot() throws Exception {
        start(TestTls.options());
        byte[] sent = file();
        Files.write(folder.resolve("file.bin"), sent);
        try (HttpClient client =
                HttpClient.newBuilder().sslContext(TestTls.client(null)).build()) {
            HttpResponse<byte[]> echo = client.send(
                    request("/echo").POST(BodyPublishers.ofByteArray(sent)).build(), BodyHandlers.ofByteArray());
            assertThat(Arrays.equals(echo.body(), sent)).as("echo").isTrue();
            assertThat(echo.version()).isEqualTo(HttpClient.Version.HTTP_1_1);
            HttpResponse<byte[]> file = client.send(request("/file").build(), BodyHandlers.ofByteArray());
            assertThat(Arrays.equals(file.body(), sent)).as("file").isTrue();
        }
    }

    @Test
    void bothSidesMaySendAtOnce() throws Exception {
        start(TestTls.options());
        byte[] sent = file();
        try (RawClient client = TestTls.connect(server.port())) {
            Thread sender = Thread.ofPlatform().start(() -> upload(client, sent));
            RawClient.Answer answer = client.answer();
            assertThat(Arrays.equals(answer.body(), sent)).isTrue();
            sender.join();
        }
    }

    private static void upload(RawClient client, byte[] body) {
        try {
            client.send("POST /echo-stream HTTP/1.1\r\nHost: test\r\nContent-Length: " + body.length + "\r\n\r\n");
            client.send(body);
        } catch (IOException e) {
            throw new AssertionError(e);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"TLSv1.2", "TLSv1.3"})
    void speaksBothVersionsAndSaysGoodbye(String version) throws Exception {
        start(TestTls.options());
        try (SSLSocket socket = secured(version)) {
            RawClient client = new RawClient(socket);
            assertThat(client.get("/hello").answer().status()).isEqualTo(200);
            assertThat(socket.getSession().getProtocol()).isEqualTo(version);
            client.send("GET /close HTTP/1.1\r\nHost: test\r\n\r\n");
            assertThat(client.answer().text()).isEqualTo("bye");
            assertThat(client.atEnd())
                    .as("close_notify, without which this would throw")
                    .isTrue();
        }
    }

    @Test
    void agreesOnHttp11AndRefusesOthers() throws Exception {
        start(TestTls.options());
        try (SSLSocket socket = secured()) {
            var parameters = socket.getSSLParameters();
            parameters.setApplicationProtocols(new String[] {"h2", "http/1.1"});
            socket.setSSLParameters(parameters);
            socket.startHandshake();
            assertThat(socket.getApplicationProtocol()).isEqualTo("http/1.1");
        }
        try (SSLSocket socket = secured()) {
            var parameters = socket.getSSLParameters();
            parameters.setApplicationProtocols(new String[] {"h2"});
            socket.setSSLParameters(parameters);
            assertThatThrownBy(socket::startHandshake)
                    .isInstanceOf(SSLException.class)
                    .hasMessageContaining("no_application_protocol");
        }
        serves();
    }

    @Test
    void clearTextIsToldWhatToDo() throws Exception {
        start(TestTls.options());
        try (Socket socket = clear()) {
            RawClient client = new RawClient(socket);
            RawClient.Answer answer = client.get("/hello").answer();
            assertThat(answer.status()).isEqualTo(400);
            assertThat(answer.text()).contains("https://");
            assertThat(client.atEnd()).isTrue();
        }
        serves();
    }

    @ParameterizedTest
    @ValueSource(strings = {"TLSv1.2", "TLSv1.3"})
    void takesAHandshakeThatComesByteByByte(String version) throws Exception {
        start(TestTls.options());
        Dribbling tcp = new Dribbling(server.port());
        try (SSLSocket socket = (SSLSocket)
                TestTls.client(null).getSocketFactory().createSocket(tcp, "localhost", server.port(), true)) {
            socket.setEnabledProtocols(new String[] {version});
            RawClient client = new RawClient(socket);
            assertThat(client.get("/hello").answer().text()).isEqualTo("Hello, World!");
        }
    }

    /** A connection that has been idle for 250 ms may have to make room. */
    @Test
    void aRequestOfWhichHalfARecordHasArrivedHasBegun() throws Exception {
        server = HttpServer.start(
                options(TestTls.options()).maxConnections(1).build(), new TestHandler(folder.resolve("file.bin")));
        try (Tls13Client client = new Tls13Client(server.port());
                Socket added = new Socket()) {
            client.finish(100);
            client.sendSlowly("GET /hello HTTP/1.1\r\nHost: test\r\n\r\n", () -> {
                added.connect(new InetSocketAddress(InetAddress.getLoopbackAddress(), server.port()));
                Thread.sleep(1000);
                return null;
            });
            assertThat(client.content()).startsWith("HTTP/1.1 200 ");
        }
    }

    /** The 36 bytes of the client's last message, in a record each. */
    @Test
    void takesAHandshakeMessageInManyRecords() throws Exception {
        start(TestTls.options());
        try (Tls13Client client = new Tls13Client(server.port())) {
            client.finish(1).send("GET /hello HTTP/1.1\r\nHost: test\r\n\r\n");
            assertThat(client.content()).startsWith("HTTP/1.1 200 ");
        }
    }

    @Test
    void clearTextThatComesByteByByteIsToldWhatToDo() throws Exception {
        start(TestTls.options());
        try (Dribbling tcp = new Dribbling(server.port())) {
            RawClient client = new RawClient(tcp);
            client.send("POST /hello HTTP/1.1\r\nHost: test\r\n\r\n"); // the P could begin the preface of HTTP/2
            assertThat(client.answer().text()).contains("https://");
        }
    }

    /** Sends each byte in a separate segment, and gives the server time to look at the first ones. */
    private static final class Dribbling extends Socket {
        private static final int SLOW = 4;
        private int sent;

        Dribbling(int port) throws IOException {
            super(InetAddress.getLoopbackAddress(), port);
            setTcpNoDelay(true);
            setSoTimeout(20_000);
        }

        @Override
        public OutputStream getOutputStream() throws IOException {
            return new FilterOutputStream(super.getOutputStream()) {
                @Override
                public void write(byte[] bytes, int offset, int length) throws IOException {
                    for (int i = offset; i < offset + length; i++) {
                        out.write(bytes[i]);
                        if (sent++ < SLOW) {
                            LockSupport.parkNanos(20_000_000);
                        }
                    }
                }
            };
        }
    }

    @Test
    void outlivesHandshakesOfEveryKind() throws Exception {
        start(TestTls.options());
        byte[] hello = clientHello();
        for (int length = 1; length < hello.length; length += 37) {
            try (Socket socket = clear()) {
                socket.getOutputStream().write(hello, 0, length);
                if (length % 2 == 0) {
                    socket.setSoLinger(true, 0);
                }
            }
        }
        Random random = new Random(2);
        for (int i = 0; i < 40; i++) {
            byte[] garbage = hello.clone();
            for (int j = 0; j < 4; j++) {
                garbage[5 + random.nextInt(garbage.length - 5)] = (byte) random.nextInt();
            }
            try (Socket socket = clear()) {
                socket.getOutputStream().write(i % 4 == 0 ? new byte[] {0, 1, 2, 3} : garbage);
                socket.shutdownOutput();
                socket.getInputStream().readAllBytes();
            } catch (IOException e) {
                assertThat(e).hasMessageContaining("reset");
            }
        }
        serves();
    }

    /** Returns the first message of the JDK's client. */
    private static byte[] clientHello() throws Exception {
        var engine = TestTls.client(null).createSSLEngine("localhost", 443);
        engine.setUseClientMode(true);
        var out = java.nio.ByteBuffer.allocate(32_768);
        engine.wrap(java.nio.ByteBuffer.allocate(0), out);
        return Arrays.copyOf(out.array(), out.position());
    }

    @Test
    void aHandshakeThatDoesNotEndIsCutOff() throws Exception {
        TestClock clock = new TestClock();
        server = clock.start(options(TestTls.options()), new TestHandler(folder));
        try (Socket socket = clear()) {
            socket.getOutputStream().write(clientHello(), 0, 20);
            InputStream in = socket.getInputStream();
            int end = clock.pass(Duration.ofSeconds(1), in::read);
            assertThat(end).isEqualTo(-1);
        }
        serves();
    }

    @Test
    void aHandshakeThatBeginsLateGetsNoMoreTime() throws Exception {
        TestClock clock = new TestClock();
        ServerOptions.Builder options = options(TestTls.options()).headerTimeout(Duration.ofSeconds(10));
        server = clock.start(options, new TestHandler(folder));
        try (Socket socket = clear()) {
            while (server.openConnections() == 0) {
                Thread.sleep(1);
            }
            Thread.sleep(200); // its time begins meanwhile
            clock.advance(Duration.ofSeconds(9));
            socket.getOutputStream().write(clientHello(), 0, 20);
            Thread.sleep(200); // the server receives them meanwhile
            clock.advance(Duration.ofSeconds(2));
            assertThat(socket.getInputStream().read()).isEqualTo(-1);
        }
    }

    @Test
    void aClientThatSendsNoRequestAfterItsHandshakeIsCutOff() throws Exception {
        TestClock clock = new TestClock();
        server = clock.start(options(TestTls.options()), new TestHandler(folder));
        try (SSLSocket client = secured()) {
            client.startHandshake(); // before time passes, which is also the handshake's
            InputStream in = client.getInputStream();
            int end = clock.pass(Duration.ofMillis(100), in::read);
            assertThat(end).isEqualTo(-1);
        }
    }

    @Test
    void aFaultOfTheServerWithinAHandshakeEndsTheConnection() throws Exception {
        SSLContext faulty = SSLContext.getInstance("TLS");
        faulty.init(new KeyManager[] {new FaultyKeys()}, null, null);
        start(TlsOptions.of(faulty));
        try (Socket socket = clear()) {
            socket.getOutputStream().write(clientHello());
            assertThat(socket.getInputStream().read()).isEqualTo(-1);
        }
    }

    private static final class FaultyKeys extends X509ExtendedKeyManager {
        @Override
        public String chooseEngineServerAlias(String keyType, Principal[] issuers, SSLEngine engine) {
            throw new AssertionError("a fault of the server");
        }

        @Override
        public String chooseServerAlias(String keyType, Principal[] issuers, Socket socket) {
            throw new AssertionError("a fault of the server");
        }

        @Override
        public String[] getServerAliases(String keyType, Principal[] issuers) {
            throw new AssertionError("a fault of the server");
        }

        @Override
        public String chooseClientAlias(String[] keyType, Principal[] issuers, Socket socket) {
            throw new AssertionError("a server is asked for no keys of clients");
        }

        @Override
        public String[] getClientAliases(String keyType, Principal[] issuers) {
            throw new AssertionError("a server is asked for no keys of clients");
        }

        @Override
        public X509Certificate[] getCertificateChain(String alias) {
            throw new AssertionError("there is no alias to ask for");
        }

        @Override
        public PrivateKey getPrivateKey(String alias) {
            throw new AssertionError("there is no alias to ask for");
        }
    }

    @Test
    void aTruncatedConnectionIsAnEnd() throws Exception {
        start(TestTls.options());
        Socket tcp = clear();
        try (SSLSocket socket = (SSLSocket)
                TestTls.client(null).getSocketFactory().createSocket(tcp, "localhost", server.port(), false)) {
            socket.startHandshake();
            socket.getOutputStream()
                    .write("POST /echo HTTP/1.1\r\nHost: t\r\nContent-Length: 9\r\n\r\nhalf"
                            .getBytes(StandardCharsets.US_ASCII));
            tcp.close();
        }
        serves();
    }

    /**
     * Each record of the client has several requests, so that TLS always holds decrypted bytes that were not read yet.
     */
    @Test
    @Timeout(60)
    void whoSendsFasterThanItIsServedKeepsNobodyElseFromBeingServedNorTheServerFromStopping() throws Exception {
        HttpHandler slow = new HttpHandler() {
            @Override
            public boolean mayBlock(sprout.http.HttpRequest request) {
                return false;
            }

            @Override
            public void handle(sprout.http.HttpRequest request, sprout.http.HttpResponse response) {
                LockSupport.parkNanos(1_000_000);
                response.text("Hello, World!");
            }
        };
        server = HttpServer.start(options(TestTls.options()).eventLoops(1).build(), slow);
        try (RawClient flood = TestTls.connect(server.port())) {
            assertThat(flood.get("/hello").answer().status()).isEqualTo(200);
            Thread sender = Thread.ofPlatform().start(() -> sendAlways(flood));
            Thread reader = Thread.ofPlatform().start(() -> readAlways(flood));
            for (int i = 0; i < 3; i++) {
                serves();
            }
            server.stop(Duration.ofMillis(100));
            assertThat(server.openConnections()).isZero();
            ServerFixture.await(() -> server.buffersInUse() == 0); // the handler may still run after the stop
            sender.join();
            reader.join();
        }
    }

    private static void sendAlways(RawClient client) {
        String request = "GET /hello HTTP/1.1\r\nHost: test\r\nX: " + "x".repeat(4000) + "\r\n\r\n";
        byte[] requests = request.repeat(20).getBytes(StandardCharsets.US_ASCII);
        try {
            while (true) {
                client.send(requests);
            }
        } catch (IOException e) {
            assertThat(e).as("the end of the server").isNotNull();
        }
    }

    private static void readAlways(RawClient client) {
        try {
            while (true) {
                client.answer();
            }
        } catch (IOException e) {
            assertThat(e).as("the end of the server").isNotNull();
        }
    }

    @Test
    void aCertificateOfTheClientCanBeNeeded() throws Exception {
        start(new TlsOptions(
                TlsKeys.ofKeyStore(TestTls.KEY_STORE, TestTls.PASSWORD).context(TestTls.CERTIFICATE),
                List.of("TLSv1.3"),
                ClientAuth.NEED));
        try (HttpClient trusted = HttpClient.newBuilder()
                        .sslContext(TestTls.client(TestTls.KEY_STORE))
                        .build();
                HttpClient stranger =
                        HttpClient.newBuilder().sslContext(TestTls.client(null)).build()) {
            assertThat(trusted.send(request("/hello").build(), BodyHandlers.ofString())
                            .body())
                    .isEqualTo("Hello, World!");
            assertThatThrownBy(() -> stranger.send(request("/hello").build(), BodyHandlers.ofString()))
                    .isInstanceOf(IOException.class);
        }
    }
}
