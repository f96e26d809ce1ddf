package sprout.websocket;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Random;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BooleanSupplier;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;
import sprout.http.HttpHandler;
import sprout.server.HttpServer;
import sprout.server.ServerOptions;
import sprout.server.ServerOptions.ExecutionMode;
import sprout.server.ServerOptions.ThreadType;
import sprout.server.TestClock;
import sprout.websocket.RawWebSocket.Frame;

/** RFC 6455 on the wire, section by section. Each engine on each kind of threads is a subclass of one line. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
@SuppressWarnings("NullAway.Init") // the server is started before the first test
abstract class WebSocketContract {
    private static final int LIMIT = 16 * 1024 * 1024;

    private final ExecutionMode mode;
    private final ThreadType threads;
    private final BlockingQueue<TestListener> listeners = new LinkedBlockingQueue<>();
    private HttpServer server;
    private HttpServer small;

    WebSocketContract(ExecutionMode mode, ThreadType threads) {
        this.mode = mode;
        this.threads = threads;
    }

    @BeforeAll
    void start() throws IOException {
        server = start(WebSocketOptions.DEFAULT.withMaxMessageSize(LIMIT));
        small = start(WebSocketOptions.DEFAULT.withMaxMessageSize(70_000));
    }

    @AfterAll
    void stop() {
        small.stop(Duration.ofSeconds(10));
        server.stop(Duration.ofSeconds(10));
        assertThat(server.openConnections()).as("connections still counted").isZero();
        assertThat(server.buffersInUse()).as("buffers that were not given back").isZero();
    }

    private HttpServer start(WebSocketOptions options) throws IOException {
        return start(options, builder -> builder);
    }

    private HttpServer start(WebSocketOptions options, UnaryOperator<ServerOptions.Builder> change) throws IOException {
        return HttpServer.start(change.apply(builder()).build(), handler(options));
    }

    private HttpHandler handler(WebSocketOptions options) {
        WebSocketHandshake handshake = new WebSocketHandshake(
                request -> listener(), options, List.of("chat", "superchat"), "http://example.com"::equals);
        return (request, response) -> {
            if (request.path().equals("/hello")) {
                response.text("hello");
            } else {
                handshake.handle(request, response);
            }
        };
    }

    private ServerOptions.Builder builder() {
        return ServerOptions.builder()
                .port(0)
                .executionMode(mode)
                .threadType(threads)
                .threadPoolSize(8)
                .eventLoops(2)
                .writeTimeout(Duration.ofSeconds(20));
    }

    private TestListener listener() {
        TestListener listener = new TestListener();
        listeners.add(listener);
        return listener;
    }

    private RawWebSocket open(String... headers) throws IOException {
        return RawWebSocket.open(server.port(), "/echo", headers);
    }

    /** The listener of a session that was just opened; the tests of a class run one after the other. */
    private TestListener lastListener() throws InterruptedException {
        TestListener last = listeners.poll(20, TimeUnit.SECONDS);
        while (last != null && !listeners.isEmpty()) {
            last = listeners.poll();
        }
        return java.util.Objects.requireNonNull(last, "no session was opened");
    }

    private static void echoes(RawWebSocket client, String text) throws IOException {
        assertThat(client.send(Frames.text(text)).frame().text()).isEqualTo(text);
    }

    // ---- section 4: the opening handshake

    @Test
    void answersTheHandshakeOfTheRfc() throws IOException {
        try (RawWebSocket client = new RawWebSocket(server.port())) {
            client.send(RawWebSocket.request("/echo", "Origin: http://example.com"));
            assertThat(client.head())
                    .startsWith("HTTP/1.1 101 Switching Protocols")
                    .contains(
                            "Upgrade: websocket",
                            "Connection: Upgrade",
                            "Sec-WebSocket-Accept: s3pPLMBiTxaQ9kYGzzhZRbK+xOo=")
                    .noneMatch(line -> line.startsWith("Content-Length")
                            || line.startsWith("Transfer-Encoding")
                            || line.startsWith("Sec-WebSocket-Protocol")
                            || line.startsWith("Sec-WebSocket-Extensions"));
            echoes(client, "Hello");
        }
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "Upgrade: websocket|Upgrade: h2c|426",
                "Connection: keep-alive, Upgrade|Connection: keep-alive|426",
                "Sec-WebSocket-Version: 13|Sec-WebSocket-Version: 8|426",
                "Sec-WebSocket-Version: 13|X: y|426",
                "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==|X: y|400",
                "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==|Sec-WebSocket-Key: c2hvcnQ=|400",
                "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==|Sec-WebSocket-Key: !!!!IHNhbXBsZSBub25jZQ==|400",
                "Sec-WebSocket-Version: 13|Sec-WebSocket-Version: 13~Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==|400",
                "GET /|POST /|405",
                "GET /|HEAD /|405",
                "GET /|FOO /|501",
                "GET /|OPTIONS /|200",
                "HTTP/1.1|HTTP/1.0|400",
                "Host: test|X: y|400",
                "X-None: x|Origin: http://evil.example|403",
                "X-None: x|Origin: null|403",
                "X-None: x|Origin: http://test:81|403",
                "X-None: x|Origin: https://test:80|403",
                "X-None: x|Origin: http://test.evil.example|403",
                "X-None: x|Origin: ws://test|403",
                "X-None: x|Origin: http://test~Origin: http://evil.example|403",
                "X-None: x|Content-Length: 1~~x|400"
            })
    void refusesAHandshakeThatIsNone(String part, String instead, int status) throws IOException {
        try (RawWebSocket client = new RawWebSocket(server.port())) {
            String request = RawWebSocket.request("/", "X-None: x").replace(part, instead.replace("~", "\r\n"));
            List<String> head = client.send(request).head();
            assertThat(head.getFirst()).startsWith("HTTP/1.1 " + status);
            assertThat(head.contains("Allow: GET, OPTIONS")).isEqualTo(status == 405 || status == 200);
            if (status == 426) {
                assertThat(head).contains("Upgrade: websocket", "Connection: Upgrade");
            }
            if (status == 426 && part.startsWith("Sec")) {
                assertThat(head).contains("Sec-WebSocket-Version: 13");
            }
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"http://test", "https://test", "http://test:80", "https://Test:443", "http://example.com"})
    void letsPagesInThatAreItsOwnOrAllowed(String origin) throws IOException {
        try (RawWebSocket client = open("Origin: " + origin)) {
            echoes(client, "hello");
        }
    }

    @Test
    void saysContinueBeforeItSwitchesIfBothIsExpected() throws IOException {
        try (RawWebSocket client = new RawWebSocket(server.port())) {
            client.send(RawWebSocket.request("/echo", "Expect: 100-continue"));
            assertThat(client.head()).containsExactly("HTTP/1.1 100 Continue");
            assertThat(client.head().getFirst()).startsWith("HTTP/1.1 101");
            client.send(Frames.text("hello"));
            assertThat(client.frame().text()).isEqualTo("hello");
        }
    }

    @Test
    void takesTokensOfAnyCaseAndListsInSeveralLines() throws IOException {
        String request = "GET /echo HTTP/1.1\r\nhost: test\r\nUPGRADE: h2c\r\nupgrade: WebSocket\r\n"
                + "connection: foo\r\nConnection: uPgRaDe , bar\r\nsec-websocket-key: " + RawWebSocket.KEY
                + "\r\nsec-websocket-version: 13\r\n\r\n";
        try (RawWebSocket client = new RawWebSocket(server.port())) {
            assertThat(client.send(request).head().getFirst()).startsWith("HTTP/1.1 101");
        }
    }

    @Test
    void choosesTheSubprotocolThatTheClientPrefers() throws Exception {
        try (RawWebSocket client = new RawWebSocket(server.port())) {
            client.send(RawWebSocket.request(
                    "/echo", "Sec-WebSocket-Protocol: other, superchat", "Sec-WebSocket-Protocol: chat"));
            assertThat(client.head()).contains("Sec-WebSocket-Protocol: superchat");
            assertThat(lastListener().opened.get().subprotocol()).isEqualTo("superchat");
        }
    }

    @Test
    void takesFramesThatCameWithTheHandshake() throws IOException {
        try (RawWebSocket client = new RawWebSocket(server.port())) {
            byte[] request = Frames.utf8(RawWebSocket.request("/echo"));
            client.send(Frames.join(request, Frames.text("early"), Frames.text("bird")));
            assertThat(client.head().getFirst()).startsWith("HTTP/1.1 101");
            assertThat(client.frame().text()).isEqualTo("early");
            assertThat(client.frame().text()).isEqualTo("bird");
        }
    }

    @Test
    void switchesAfterOrdinaryRequestsOfTheSameConnection() throws IOException {
        try (RawWebSocket client = new RawWebSocket(server.port())) {
            client.send("GET /hello HTTP/1.1\r\nHost: test\r\n\r\n" + RawWebSocket.request("/echo"));
            assertThat(client.head().getFirst()).isEqualTo("HTTP/1.1 200 OK");
            assertThat(client.send(Frames.text("x")).head().getFirst()).endsWith("101 Switching Protocols");
        }
    }

    @Test
    void outlivesHandshakesThatBreakOff() throws Exception {
        byte[] request = Frames.utf8(RawWebSocket.request("/echo"));
        for (int length = 1; length <= request.length; length += 7) {
            try (RawWebSocket client = new RawWebSocket(server.port())) {
                client.send(Arrays.copyOf(request, length));
                if (length % 2 == 0) {
                    client.reset();
                }
            }
        }
        try (RawWebSocket client = open()) {
            echoes(client, "still here");
        }
    }

    @Test
    void takesAHandshakeByteByByte() throws IOException {
        try (RawWebSocket client = new RawWebSocket(server.port())) {
            for (byte b : Frames.utf8(RawWebSocket.request("/echo"))) {
                client.send(new byte[] {b});
            }
            assertThat(client.head().getFirst()).startsWith("HTTP/1.1 101");
            echoes(client, "slow");
        }
    }

    // ---- section 5: frames

    @ParameterizedTest(name = "{0}")
    @MethodSource("sprout.websocket.FrameParserTest#violations")
    void failsTheConnectionFor(String name, byte[] bytes, int code) throws Exception {
        try (RawWebSocket client = RawWebSocket.open(small.port(), "/echo")) {
            client.send(bytes);
            Frame frame = client.frame();
            while (frame.opcode() != FrameParser.CLOSE) {
                frame = client.frame();
            }
            assertThat(frame.code()).isEqualTo(code);
            assertThat(client.atEnd()).as("closed").isTrue();
            CloseReason reason = lastListener().closed.poll(20, TimeUnit.SECONDS);
            assertThat(reason).isNotNull().extracting(CloseReason::code).isEqualTo(code);
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 1, 125, 126, 127, 128, 65_535, 65_536, 1_000_000, LIMIT})
    void echoesMessagesOfEverySize(int size) throws IOException {
        byte[] payload = new byte[size];
        new Random(size).nextBytes(payload);
        try (RawWebSocket client = open()) {
            Frame frame = client.send(Frames.binary(payload)).frame();
            assertThat(frame.opcode()).isEqualTo(FrameParser.BINARY);
            assertThat(frame.payload()).isEqualTo(payload);
            echoes(client, "é".repeat(size / 2));
        }
    }

    @Test
    void putsAMessageTogetherFromFramesOfOneByte() throws IOException {
        byte[] text = Frames.utf8("Grüße €😀".repeat(200));
        List<byte[]> frames = new ArrayList<>();
        for (int i = 0; i < text.length; i++) {
            int opcode = i == 0 ? 0x01 : i == text.length - 1 ? 0x80 : 0x00;
            frames.add(Frames.frame(opcode, new byte[] {text[i]}));
            if (i % 100 == 50) {
                frames.add(Frames.ping(new byte[] {1}));
            }
        }
        try (RawWebSocket client = open()) {
            client.send(frames.toArray(byte[][]::new));
            Frame frame = client.frame();
            while (frame.opcode() == FrameParser.PONG) {
                frame = client.frame();
            }
            assertThat(frame.payload()).isEqualTo(text);
        }
    }

    @Test
    void takesFramesInPiecesOfAnySize() throws IOException {
        byte[] frame = Frames.text("piecemeal ".repeat(30));
        try (RawWebSocket client = open()) {
            for (int piece = 1; piece < 50; piece += 6) {
                for (int at = 0; at < frame.length; at += piece) {
                    client.send(Arrays.copyOfRange(frame, at, Math.min(at + piece, frame.length)));
                }
                assertThat(client.frame().text()).isEqualTo("piecemeal ".repeat(30));
            }
        }
    }

    @Test
    void keepsTheOrderOfManyMessages() throws IOException {
        List<byte[]> frames = new ArrayList<>();
        for (int i = 0; i < 2000; i++) {
            frames.add(Frames.text("message " + i));
        }
        try (RawWebSocket client = open()) {
            client.send(Frames.join(frames.toArray(byte[][]::new)));
            for (int i = 0; i < 2000; i++) {
                assertThat(client.frame().text()).isEqualTo("message " + i);
            }
        }
    }

    @Test
    void answersEachPingWithItsPayloadAlsoWithinAMessage() throws IOException {
        try (RawWebSocket client = open()) {
            client.send(Frames.frame(0x01, Frames.utf8("be")));
            for (int size : new int[] {0, 1, 125}) {
                byte[] payload = new byte[size];
                Arrays.fill(payload, (byte) 0xfe);
                Frame frame = client.send(Frames.ping(payload)).frame();
                assertThat(frame.opcode()).isEqualTo(FrameParser.PONG);
                assertThat(frame.payload()).isEqualTo(payload);
            }
            assertThat(client.send(Frames.frame(0x80, Frames.utf8("tween")))
                            .frame()
                            .text())
                    .isEqualTo("between");
        }
    }

    @Test
    void tellsItsListenerOfPongs() throws IOException {
        try (RawWebSocket client = open()) {
            Frame ping = client.send(Frames.text("ping")).frame();
            assertThat(ping.opcode()).isEqualTo(FrameParser.PING);
            assertThat(client.send(Frames.pong(ping.payload())).frame().text()).isEqualTo("pong are you there");
            assertThat(client.send(Frames.pong(Frames.utf8("unasked"))).frame().text())
                    .isEqualTo("pong unasked");
        }
    }

    // ---- section 7: closing

    @ParameterizedTest
    @ValueSource(
            ints = {1000, 1001, 1002, 1003, 1007, 1008, 1009, 1010, 1011, 1012, 1013, 1014, 3000, 3999, 4000, 4999})
    void answersACloseWithItsCode(int code) throws Exception {
        try (RawWebSocket client = open()) {
            client.send(Frames.close(code, "because")).closesWith(code);
            assertThat(lastListener().closed.poll(20, TimeUnit.SECONDS)).isEqualTo(new CloseReason(code, "because"));
        }
    }

    @Test
    void answersACloseWithoutCode() throws Exception {
        try (RawWebSocket client = open()) {
            client.send(Frames.closeWithoutCode()).closesWith(CloseReason.NO_STATUS);
            assertThat(lastListener().closed.poll(20, TimeUnit.SECONDS))
                    .isEqualTo(new CloseReason(CloseReason.NO_STATUS, ""));
        }
    }

    @Test
    void takesTheLongestReason() throws IOException {
        try (RawWebSocket client = open()) {
            client.send(Frames.close(1000, "r".repeat(123))).closesWith(1000);
        }
    }

    @Test
    void dropsWhatFollowsAClose() throws IOException {
        try (RawWebSocket client = open()) {
            client.send(Frames.join(Frames.close(1000, ""), Frames.ping(new byte[0]), Frames.text("late")));
            client.closesWith(1000);
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {1000, 1002})
    void losesNoReplyToWhatCameBeforeAClose(int code) throws Exception {
        byte[] end = code == 1000 ? Frames.close(1000, "") : Frames.frame(0x85, new byte[0]);
        try (RawWebSocket client = open()) {
            client.send(Frames.join(Frames.text("wait"), Frames.text("one"), Frames.text("two"), end));
            TestListener listener = lastListener();
            WebSocketSession session = listener.opened.get(20, TimeUnit.SECONDS);
            while (session.isOpen()) {
                Thread.onSpinWait();
            }
            listener.goOn.release();
            assertThat(client.frame().text()).isEqualTo("one");
            assertThat(client.frame().text()).isEqualTo("two");
            client.closesWith(code);
        }
    }

    @Test
    void losesNoReplyAlthoughTheClientEndsItsOutputAfterItsClose() throws Exception {
        try (RawWebSocket client = open()) {
            client.send(Frames.join(Frames.text("wait"), Frames.text("one"), Frames.close(1000, "")));
            client.endOutput();
            TestListener listener = lastListener();
            WebSocketSession session = listener.opened.get(20, TimeUnit.SECONDS);
            while (session.isOpen()) {
                Thread.onSpinWait();
            }
            Thread.sleep(50); // the server sees the end of the output
            listener.goOn.release();
            assertThat(client.frame().text()).isEqualTo("one");
            client.closesWith(1000);
        }
    }

    @Test
    void aListenerThatDoesNotReturnDelaysTheAnswerToACloseOnlyForATime() throws Exception {
        HttpServer hasty = start(options(Duration.ofSeconds(60), Duration.ofMillis(300)));
        try (RawWebSocket client = RawWebSocket.open(hasty.port(), "/echo")) {
            client.send(Frames.text("wait"), Frames.text("late"), Frames.close(1000, ""))
                    .closesWith(1000);
            lastListener().goOn.release();
        } finally {
            hasty.stop(Duration.ofSeconds(10));
        }
    }

    @Test
    void closesFromTheServerAndWaitsForTheAnswer() throws Exception {
        try (RawWebSocket client = open()) {
            Frame close = client.send(Frames.text("leave")).frame();
            assertThat(close.opcode()).isEqualTo(FrameParser.CLOSE);
            assertThat(close.code()).isEqualTo(4001);
            client.send(Frames.text("dropped"), Frames.close(4001, ""));
            assertThat(client.atEnd()).isTrue();
            assertThat(lastListener().closed.poll(20, TimeUnit.SECONDS)).isEqualTo(new CloseReason(4001, ""));
        }
    }

    @Test
    void tellsTheListenerWhenTheConnectionBreaks() throws Exception {
        try (RawWebSocket client = open()) {
            echoes(client, "x");
            client.reset();
        }
        assertThat(lastListener().closed.poll(20, TimeUnit.SECONDS))
                .isEqualTo(new CloseReason(CloseReason.ABNORMAL, ""));
    }

    @ParameterizedTest
    @ValueSource(strings = {"fail", "fault"})
    void aListenerThatFailsEndsItsSessionWith1011(String how) throws Exception {
        try (RawWebSocket client = open()) {
            Frame close = client.send(Frames.text(how)).frame();
            assertThat(close.code()).isEqualTo(CloseReason.INTERNAL_ERROR);
            client.send(Frames.close(1011, ""));
            assertThat(client.atEnd()).isTrue();
        }
        assertThat(lastListener().closed.poll(20, TimeUnit.SECONDS)).isNotNull();
    }

    /** The listener of each waits, and behind it a message and a part of another one. */
    @Test
    void whatSessionsKeepIsCountedThoughEachKeepsLittle() throws Exception {
        int sessions = 6;
        int bytes = 40_000;
        long least = (long) sessions * (bytes - 2048);
        List<RawWebSocket> clients = new ArrayList<>();
        List<TestListener> waiting = new ArrayList<>();
        try {
            for (int i = 0; i < sessions; i++) {
                RawWebSocket client = open();
                clients.add(client);
                waiting.add(lastListener());
                client.send(Frames.text("wait"), Frames.text("x".repeat(bytes)));
            }
            await(() -> server.statistics().memoryUsed() >= least);
        } finally {
            waiting.forEach(listener -> listener.goOn.release());
            closeAll(clients);
        }
    }

    @Test
    void whatIsAnnouncedAndHardlyBegunIsCounted() throws Exception {
        int sessions = 20;
        byte[] begun = Arrays.copyOf(Frames.text("x".repeat(2000)), 9);
        List<RawWebSocket> clients = new ArrayList<>();
        try {
            for (int i = 0; i < sessions; i++) {
                clients.add(open().send(begun));
            }
            await(() -> server.statistics().memoryUsed() >= sessions * 2000L);
        } finally {
            closeAll(clients);
        }
    }

    /**
     * Each session takes up to 32 KiB before it asks for memory. Those that wait ask again at each check of the
     * deadlines, which are frequent because one of the time-outs is short.
     */
    @Test
    void whatSessionsHoldWithoutRoomIsCountedAndBounded() throws Exception {
        int memory = 1 << 20;
        int sessions = 100;
        byte[] begun = Arrays.copyOf(Frames.binary(new byte[1 << 20]), 30_000);
        List<RawWebSocket> clients = new ArrayList<>();
        try (HttpServer tight = start(
                WebSocketOptions.DEFAULT.withMaxMessageSize(LIMIT),
                builder -> builder.memoryBytes(memory).lingerTimeout(Duration.ofMillis(200)))) {
            for (int i = 0; i <= sessions; i++) {
                clients.add(RawWebSocket.open(tight.port(), "/echo"));
            }
            for (RawWebSocket client : clients.subList(1, clients.size())) {
                client.send(begun);
            }
            await(() -> tight.statistics().memoryUsed() > memory);
            echoes(clients.getFirst(), "small messages are served");
            try (RawWebSocket late = new RawWebSocket(tight.port())) {
                assertThat(late.send(RawWebSocket.request("/echo")).head().getFirst())
                        .startsWith("HTTP/1.1 503");
            }
            assertThat(tight.statistics().memoryUsed()).isLessThan(2L * memory);
            closeAll(clients);
            await(() -> tight.statistics().memoryUsed() == 0);
        } finally {
            closeAll(clients);
        }
    }

    /** The time stands still until the end, so nobody waits in vain. */
    @Test
    void whatClientsDoNotReadIsBoundedThoughEachMayQueueMuch() throws Exception {
        int memory = 1 << 20;
        TestClock clock = new TestClock();
        List<RawWebSocket> clients = new ArrayList<>();
        List<Sender> senders = new ArrayList<>();
        HttpServer tight = clock.start(builder().memoryBytes(memory), handler(WebSocketOptions.DEFAULT));
        try (RawWebSocket reader = RawWebSocket.open(tight.port(), "/echo")) {
            List<WebSocketSession> sessions = new ArrayList<>();
            for (int i = 0; i < 10; i++) {
                clients.add(RawWebSocket.openSlow(tight.port(), "/echo"));
                sessions.add(lastListener().opened.get(20, TimeUnit.SECONDS));
            }
            for (int i = 0; i < 10; i++) {
                senders.add(new Sender(sessions.get(i), clients.get(i)));
            }
            await(() -> senders.stream().allMatch(Sender::waits));
            assertThat(tight.statistics().memoryUsed()).isBetween((long) memory, 3L * memory / 2);
            echoes(reader, "a client that reads is served");
            for (int i = 0; i < Sender.BLOCKS; i++) {
                assertThat(clients.getFirst().frame().payload()).hasSize(Sender.BLOCK);
            }
            // One sender may have taken all memory that the first client freed. The poorest one gains the most.
            Sender poorest = senders.stream()
                    .min(Comparator.comparingInt(sender -> sender.sent.get()))
                    .orElseThrow();
            int before = poorest.sent.get();
            closeAll(clients.stream().filter(client -> client != poorest.client).toList());
            await(() -> poorest.sent.get() > before + 10); // because memory is free again
            await(poorest::waits);
            clock.advance(Duration.ofSeconds(20));
            for (Sender sender : senders) {
                sender.thread.join();
            }
        } finally {
            closeAll(clients);
            tight.stop(Duration.ofSeconds(10));
        }
    }

    /** Sends on a thread of its own until all is sent or the session ends. */
    private static final class Sender {
        private static final int BLOCK = 20_000;
        private static final int BLOCKS = 400;

        private final WebSocketSession session;
        private final RawWebSocket client;
        private final AtomicInteger sent = new AtomicInteger();
        private final Thread thread;

        Sender(WebSocketSession session, RawWebSocket client) {
            this.session = session;
            this.client = client;
            this.thread = Thread.ofPlatform().daemon().start(this::send);
        }

        boolean waits() {
            return thread.getState() == Thread.State.TIMED_WAITING;
        }

        private void send() {
            try {
                while (sent.get() < BLOCKS) {
                    session.sendBinary(new byte[BLOCK]);
                    sent.incrementAndGet();
                }
            } catch (IOException e) {
                // the client reads nothing
            }
        }
    }

    /** What the client sent before the reset is more than the server has read. */
    @Test
    void aClientThatIsGoneIsForgottenThoughItsListenerIsBusy() throws Exception {
        RawWebSocket client = RawWebSocket.open(small.port(), "/echo");
        TestListener listener = lastListener();
        try {
            client.send(Frames.text("wait"));
            for (int i = 0; i < 4; i++) {
                client.send(Frames.binary(new byte[60_000]));
            }
            client.reset();
            await(() -> small.openConnections() == 0);
        } finally {
            listener.goOn.release();
        }
    }

    private static void await(BooleanSupplier happened) throws InterruptedException {
        for (int i = 0; i < 2000 && !happened.getAsBoolean(); i++) {
            Thread.sleep(10);
        }
        assertThat(happened.getAsBoolean()).isTrue();
    }

    private static void closeAll(List<RawWebSocket> clients) throws IOException {
        for (RawWebSocket client : clients) {
            client.close();
        }
    }

    @Test
    void aSessionThatIsClosedTakesNoMoreMessages() throws Exception {
        try (RawWebSocket client = open()) {
            WebSocketSession session = lastListener().opened.get(20, TimeUnit.SECONDS);
            client.send(Frames.close(1000, "")).closesWith(1000);
            assertThat(session.isOpen()).isFalse();
            assertThatThrownBy(() -> session.sendText("late")).isInstanceOf(IOException.class);
            session.close();
        }
    }

    // ---- threads, back-pressure, deadlines

    @Test
    void callsListenersOnWorkers() throws Exception {
        try (RawWebSocket client = open()) {
            echoes(client, "x");
            assertThat(lastListener().thread).contains(threads == ThreadType.VIRTUAL ? "VirtualThread" : "http-pool");
        }
    }

    @Test
    void theListenerMaySpeakFirst() throws IOException {
        try (RawWebSocket client = RawWebSocket.open(server.port(), "/echo?hello")) {
            assertThat(client.frame().text()).isEqualTo("welcome");
        }
    }

    @Test
    void manyThreadsMaySendAtOnce() throws Exception {
        try (RawWebSocket client = open()) {
            WebSocketSession session = lastListener().opened.get(20, TimeUnit.SECONDS);
            List<Thread> senders = new ArrayList<>();
            for (int i = 0; i < 8; i++) {
                byte[] block = new byte[10_000];
                Arrays.fill(block, (byte) i);
                senders.add(Thread.ofVirtual().start(() -> sendMany(session, block)));
            }
            for (int i = 0; i < 8 * 50; i++) {
                byte[] block = client.frame().payload();
                assertThat(block).hasSize(10_000).containsOnly(block[0]);
            }
            for (Thread sender : senders) {
                sender.join();
            }
        }
    }

    private static void sendMany(WebSocketSession session, byte[] block) {
        try {
            for (int i = 0; i < 50; i++) {
                session.sendBinary(block);
            }
        } catch (IOException e) {
            throw new AssertionError(e);
        }
    }

    @Test
    void aSenderWaitsForAClientThatReadsSlowly() throws IOException {
        try (RawWebSocket client = open()) {
            client.send(Frames.text("flood"));
            for (int i = 0; i < 1000; i++) {
                assertThat(client.frame().payload()).hasSize(100_000);
            }
            echoes(client, "afterwards");
        }
    }

    @Test
    void servesOthersWhileClientsThatAskedForMuchReadNothing() throws IOException {
        HttpServer patient = start(WebSocketOptions.DEFAULT, builder -> builder.writeTimeout(Duration.ofSeconds(60)));
        List<RawWebSocket> lazy = new ArrayList<>();
        try (RawWebSocket client = RawWebSocket.open(patient.port(), "/echo")) {
            for (int i = 0; i < 8; i++) {
                lazy.add(RawWebSocket.open(patient.port(), "/echo").send(Frames.text("flood")));
            }
            for (RawWebSocket each : lazy) {
                assertThat(each.frame().payload()).as("the flood has begun").hasSize(100_000);
            }
            echoes(client, "still served");
        } finally {
            for (RawWebSocket each : lazy) {
                each.close();
            }
            patient.stop(Duration.ofSeconds(10));
        }
    }

    /** The oldest session is spared, because its listener has not returned. */
    @Test
    void anIdleSessionMakesRoomForANewConnection() throws Exception {
        HttpServer full = start(WebSocketOptions.DEFAULT, builder -> builder.maxConnections(2));
        try (RawWebSocket busy = RawWebSocket.open(full.port(), "/echo")) {
            busy.send(Frames.text("wait"));
            TestListener waiting = lastListener();
            try (RawWebSocket idle = RawWebSocket.open(full.port(), "/echo");
                    RawWebSocket added = new RawWebSocket(full.port())) {
                assertThat(idle.frame().code()).isEqualTo(CloseReason.GOING_AWAY);
                assertThat(idle.send(Frames.close(1001, "")).atEnd()).isTrue();
                idle.reset(); // else the server waits for it
                echoes(added.handshake("/echo"), "added");
            }
            waiting.goOn.release();
            echoes(busy, "spared");
        } finally {
            full.stop(Duration.ofSeconds(10));
        }
    }

    /** Time passes slowly, because the client has five seconds for its answer to a close frame. */
    @Test
    void anIdleSessionMakesRoomAlthoughItsClientDoesNotAnswerTheClose() throws Exception {
        TestClock clock = new TestClock();
        HttpServer full = clock.start(builder().maxConnections(1), handler(WebSocketOptions.DEFAULT));
        try (RawWebSocket idle = RawWebSocket.open(full.port(), "/echo")) {
            lastListener().opened.get(20, TimeUnit.SECONDS);
            try (RawWebSocket added = new RawWebSocket(full.port())) {
                echoes(clock.pass(Duration.ofMillis(10), () -> added.handshake("/echo")), "added");
            }
            idle.closesWith(CloseReason.GOING_AWAY);
        } finally {
            full.stop(Duration.ofSeconds(10));
        }
    }

    @Test
    void aClientThatOutrunsItsListenerIsNotReadFrom() throws Exception {
        try (RawWebSocket client = open()) {
            client.send(Frames.text("wait"));
            TestListener listener = lastListener();
            byte[] block = Frames.binary(new byte[1_000_000]);
            Thread sender = Thread.ofVirtual().start(() -> sendBlocks(client, block));
            sender.join(Duration.ofMillis(500));
            assertThat(sender.isAlive()).as("the client waits").isTrue();
            listener.goOn.release();
            for (int i = 0; i < 100; i++) {
                assertThat(client.frame().payload()).hasSize(1_000_000);
            }
            sender.join();
        }
    }

    private static void sendBlocks(RawWebSocket client, byte[] block) {
        try {
            for (int i = 0; i < 100; i++) {
                client.send(block);
            }
        } catch (IOException e) {
            throw new AssertionError(e);
        }
    }

    @Test
    void aSilentClientIsPingedAndThenLeft() throws Exception {
        TestClock clock = new TestClock();
        Duration idle = Duration.ofMinutes(2);
        Duration half = idle.dividedBy(2);
        HttpServer impatient = clock.start(builder(), handler(options(idle, half)));
        try (RawWebSocket client = RawWebSocket.open(impatient.port(), "/echo")) {
            lastListener().opened.get(20, TimeUnit.SECONDS);
            clock.advance(half);
            assertThat(client.frame().opcode()).isEqualTo(FrameParser.PING);
            client.send(Frames.pong(new byte[0]));
            assertThat(client.frame().text()).isEqualTo("pong ");
            clock.advance(half);
            assertThat(client.frame().opcode()).as("pinged again").isEqualTo(FrameParser.PING);
            clock.advance(half);
            assertThat(client.frame().code()).isEqualTo(CloseReason.GOING_AWAY);
            assertThat(clock.pass(half, client::atEnd))
                    .as("cut, because the close was not answered")
                    .isTrue();
        } finally {
            impatient.stop(Duration.ofSeconds(10));
        }
    }

    @Test
    void aMessageThatDoesNotComeToItsEndEndsTheSession() throws Exception {
        HttpServer impatient = start(new WebSocketOptions(
                1 << 20, 1 << 20, Duration.ofSeconds(60), Duration.ofMillis(300), Duration.ofSeconds(5)));
        try (RawWebSocket client = RawWebSocket.open(impatient.port(), "/echo")) {
            client.send(Frames.frame(FrameParser.TEXT, Frames.utf8("begun")));
            assertThat(client.frame().code()).isEqualTo(CloseReason.POLICY);
        } finally {
            impatient.stop(Duration.ofSeconds(10));
        }
    }

    private static WebSocketOptions options(Duration idle, Duration close) {
        return new WebSocketOptions(1 << 20, 1 << 20, idle, Duration.ofSeconds(30), close);
    }

    @Test
    void aStopClosesSessionsWith1001() throws Exception {
        HttpServer stopping = start(WebSocketOptions.DEFAULT);
        try (RawWebSocket client = RawWebSocket.open(stopping.port(), "/echo")) {
            echoes(client, "x");
            Thread stop = Thread.ofVirtual().start(() -> stopping.stop(Duration.ofSeconds(10)));
            assertThat(client.frame().code()).isEqualTo(CloseReason.GOING_AWAY);
            client.send(Frames.close(1001, ""));
            assertThat(client.atEnd()).isTrue();
            client.endOutput();
            stop.join();
            @Nullable CloseReason reason = lastListener().closed.poll(20, TimeUnit.SECONDS);
            assertThat(reason).isEqualTo(new CloseReason(1001, ""));
            assertThat(stopping.openConnections()).isZero();
            assertThat(stopping.buffersInUse()).isZero();
        }
    }

    @Test
    void aStopDoesNotWaitForeverForAClientThatDoesNotAnswer() throws Exception {
        HttpServer stopping = start(options(Duration.ofSeconds(60), Duration.ofMillis(300)));
        try (RawWebSocket client = RawWebSocket.open(stopping.port(), "/echo")) {
            assertThat(stopping.stop(Duration.ofSeconds(20))).isTrue();
            assertThat(client.frame().code()).isEqualTo(CloseReason.GOING_AWAY);
        }
    }
}
