package sprout;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.net.http.WebSocket;
import java.net.http.WebSocketHandshakeException;
import java.nio.ByteBuffer;
import java.util.Objects;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import sprout.fixture.chat.ChatFixture;

/** WebSocket endpoints and event streams of an application, with the JDK's own client, in every mode. */
@SuppressWarnings("NullAway.Init") // the application is started first of all
class WebSocketApplicationTest {
    private final HttpClient client = HttpClient.newHttpClient();
    private SproutContext application;

    private void start(String mode, String threads) throws IOException {
        start(mode, threads, "");
    }

    private void start(String mode, String threads, String origins) throws IOException {
        application = SproutApplication.of(
                        ChatFixture.class,
                        "--server.port=0",
                        "--management.server.port=0",
                        "--server.execution-mode=" + mode,
                        "--server.thread-type=" + threads,
                        "--server.websocket.max-message-size=100000",
                        "--server.websocket.allowed-origins=" + origins)
                .start();
    }

    @AfterEach
    void stop() {
        application.close();
        client.close();
    }

    /** Collects what a server sends, one line per message. */
    private static final class Events implements WebSocket.Listener {
        final LinkedBlockingQueue<String> seen = new LinkedBlockingQueue<>();
        private final StringBuilder text = new StringBuilder();

        @Override
        public @Nullable CompletionStage<?> onText(WebSocket socket, CharSequence data, boolean last) {
            text.append(data);
            if (last) {
                seen.add(text.toString());
                text.setLength(0);
            }
            socket.request(1);
            return null;
        }

        @Override
        public @Nullable CompletionStage<?> onBinary(WebSocket socket, ByteBuffer data, boolean last) {
            byte[] bytes = new byte[data.remaining()];
            data.get(bytes);
            seen.add("bytes " + java.util.HexFormat.of().formatHex(bytes));
            socket.request(1);
            return null;
        }

        @Override
        public @Nullable CompletionStage<?> onClose(WebSocket socket, int code, String reason) {
            seen.add("close " + code + " " + reason);
            return null;
        }

        String next() throws InterruptedException {
            return String.valueOf(seen.poll(20, TimeUnit.SECONDS));
        }
    }

    private WebSocket open(String path, Events events) {
        return client.newWebSocketBuilder()
                .subprotocols("chat.v1")
                .buildAsync(URI.create("ws://localhost:" + application.port() + path), events)
                .join();
    }

    @ParameterizedTest
    @CsvSource({"nio,virtual", "nio,platform", "hybrid,virtual", "hybrid,platform"})
    void methodsTakeMessagesAndAnswerThem(String mode, String threads) throws Exception {
        start(mode, threads);
        Events events = new Events();
        WebSocket socket = open("/chat/blue%20room", events);
        assertThat(socket.getSubprotocol()).isEqualTo("chat.v1");
        assertThat(events.next()).isEqualTo("welcome to blue room");
        socket.sendText("plain", true).join();
        assertThat(events.next()).isEqualTo("plain");
        socket.sendText("{\"no\":\"envelope\"}", true).join();
        assertThat(events.next()).isEqualTo("{\"no\":\"envelope\"}");
        socket.sendText("{\"destination\":\"/move\",\"payload\":{\"x\":1,\"y\":2}}", true)
                .join();
        assertThat(events.next()).isEqualTo("{\"x\":2,\"y\":11}");
        socket.sendText("{\"destination\":\"/shout\",\"payload\":\"ho\"}", true).join();
        assertThat(events.next()).isEqualTo("HO/chat/blue%20room");
        socket.sendText("{\"dest\\u0069nation\":\"/shout\",\"payload\":[9007199254740993, 1.10, 1e400]}", true)
                .join();
        assertThat(events.next()).isEqualTo("[9007199254740993, 1.10, 1E400]/chat/blue%20room");
        socket.sendBinary(ByteBuffer.wrap(new byte[] {1, 2, 3}), true).join();
        assertThat(events.next()).isEqualTo("bytes 030201");
        socket.sendText("x".repeat(100_000), true).join();
        assertThat(events.next()).hasSize(100_000);
        socket.sendClose(4000, "enough").join();
        assertThat(events.next()).isEqualTo("close 4000 ");
        assertThat(closedRoom("blue room")).isEqualTo("blue room 4000");
    }

    @ParameterizedTest
    @CsvSource({
        "/number/2, '{\"x\":7,\"y\":0}', '{\"x\":3,\"y\":2}'",
        "/number/0, '{\"x\":7,\"y\":0}', 'close 1011 the server failed to handle a message'",
        "/careful, oops, 'failed: oops'",
        "/guarded/room, '{\"size\":1}', room1",
        "/guarded/room, '{\"destination\":\"/note\",\"payload\":\"12345\"}', 12345"
    })
    void failuresAreToldAsTheEndpointWants(String path, String message, String answer) throws Exception {
        start("nio", "virtual");
        Events events = new Events();
        open(path, events).sendText(message, true).join();
        assertThat(events.next()).isEqualTo(answer);
    }

    @ParameterizedTest
    @CsvSource({
        "/number/2, no JSON, close 1007",
        "/chat/x, '{\"destination\":\"/nowhere\",\"payload\":1}', close 1008",
        "/chat/x, '{\"destination\":\"/move\",\"payload\":\"{\"}', close 1007",
        "/guarded/room, '{\"size\":0}', close 1007",
        "/guarded/rooms, '{\"size\":1}', close 1007",
        "/guarded/room, '{\"destination\":\"/note\",\"payload\":\"123456\"}', close 1007"
    })
    void messagesThatCannotBeUsedEndTheSession(String path, String message, String answer) throws Exception {
        start("nio", "virtual");
        Events events = new Events();
        open(path, events).sendText(message, true).join();
        String next = events.next();
        assertThat(next.startsWith("welcome") ? events.next() : next).startsWith(answer);
    }

    @ParameterizedTest
    @CsvSource({
        "http://evil.example, http://friend.example, 403",
        "http://friend.example, http://friend.example, 101",
        "http://evil.example, '', 403",
        "http://localhost:PORT, '', 101",
        "http://evil.example, *, 101",
    })
    void pagesOfOtherOriginsAreRefusedUnlessTheyAreNamed(String page, String allowed, int status) throws Exception {
        start("nio", "virtual", allowed);
        String origin = page.replace("PORT", String.valueOf(application.port()));
        int answered = 101;
        try {
            client.newWebSocketBuilder()
                    .header("Origin", origin)
                    .buildAsync(URI.create("ws://localhost:" + application.port() + "/chat/x"), new Events())
                    .join();
        } catch (CompletionException e) {
            answered = ((WebSocketHandshakeException) Objects.requireNonNull(e.getCause()))
                    .getResponse()
                    .statusCode();
        }
        assertThat(answered).isEqualTo(status);
    }

    @ParameterizedTest
    @CsvSource({"nio,virtual", "nio,platform", "hybrid,virtual", "hybrid,platform"})
    void eventsAreSentAsTheyCome(String mode, String threads) throws Exception {
        start(mode, threads);
        HttpResponse<String> response = client.send(request("/events"), BodyHandlers.ofString());
        assertThat(response.headers().firstValue("Content-Type")).contains("text/event-stream");
        assertThat(response.headers().firstValue("Cache-Control")).contains("no-store");
        assertThat(response.body()).isEqualTo("""
                retry: 50

                : hello

                data: one
                data: two
                data: three

                event: tick
                id: 7
                data: é€

                """);
    }

    @ParameterizedTest
    @CsvSource({"nio,virtual", "nio,platform", "hybrid,virtual", "hybrid,platform"})
    void aClientThatLeavesEndsTheSourceOfItsEvents(String mode, String threads) throws Exception {
        start(mode, threads);
        ChatFixture.ENDED.clear();
        HttpResponse<InputStream> response = client.send(request("/endless"), BodyHandlers.ofInputStream());
        try (InputStream body = response.body()) {
            assertThat(new String(body.readNBytes(22), java.nio.charset.StandardCharsets.UTF_8))
                    .isEqualTo("event: count\ndata: 0\n\n");
        }
        assertThat(ChatFixture.ENDED.poll(20, TimeUnit.SECONDS)).isEqualTo("endless");
    }

    /** Sessions of other tests may end in between. */
    private static String closedRoom(String room) throws InterruptedException {
        String closed = String.valueOf(ChatFixture.CLOSED.poll(20, TimeUnit.SECONDS));
        while (!closed.startsWith(room) && !closed.equals("null")) {
            closed = String.valueOf(ChatFixture.CLOSED.poll(20, TimeUnit.SECONDS));
        }
        return closed;
    }

    private HttpRequest request(String path) {
        return HttpRequest.newBuilder(URI.create("http://localhost:" + application.port() + path))
                .build();
    }
}
