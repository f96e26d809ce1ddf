package sprout.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import sprout.http.HttpLimits;
import sprout.server.RawClient.Answer;

/** Tests on the wire what every engine does on every type of threads. Each combination is a one-line subclass. */
abstract class ServerContract extends ServerFixture {
    private static final String POST_AND_EMPTY_LINE =
            "POST /echo HTTP/1.1\r\nHost: test\r\nContent-Length: 3\r\n\r\nabc\r\n";

    private final EngineMode mode;
    private final boolean secured;

    /** @param secured whether all connections use TLS */
    ServerContract(EngineMode mode, boolean secured) {
        this.mode = mode;
        this.secured = secured;
    }

    @Override
    ServerOptions.Builder options() {
        return mode.options()
                .tls(secured ? TestTls.options() : null)
                .limits(new HttpLimits(1024, 8 * 1024, 50, 300_000));
    }

    @Override
    RawClient client() throws IOException {
        return secured ? TestTls.connect(server.port()) : super.client();
    }

    // ---- ordinary exchanges

    @ParameterizedTest
    @ValueSource(strings = {"/hello", "/loop/hello"})
    void answersARequest(String path) throws IOException {
        try (RawClient client = client()) {
            Answer answer = client.get(path).answer();
            assertThat(answer.status()).isEqualTo(200);
            assertThat(answer.text()).isEqualTo("Hello, World!");
            assertThat(answer.headers())
                    .contains("Content-Length: 13", "Content-Type: text/plain; charset=utf-8")
                    .anyMatch(header -> header.matches("Date: \\w{3}, \\d\\d \\w{3} \\d{4} \\d\\d:\\d\\d:\\d\\d GMT"));
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"/hello", "/loop/hello"})
    void keepsTheConnectionForManyRequests(String path) throws IOException {
        try (RawClient client = client()) {
            for (int i = 0; i < 100; i++) {
                assertThat(client.get(path).answer().text()).isEqualTo("Hello, World!");
            }
        }
    }

    @Test
    void waitsForARequestThatComesAfterTheConnection() throws Exception {
        for (int i = 0; i < 5; i++) {
            try (RawClient client = client()) {
                Thread.sleep(20);
                assertThat(client.get("/hello").answer().status()).isEqualTo(200);
            }
        }
    }

    @Test
    void understandsARequestThatComesByteByByte() throws IOException {
        try (RawClient client = client()) {
            for (byte b : "POST /echo HTTP/1.1\r\nHost: test\r\nContent-Length: 3\r\n\r\nabc"
                    .getBytes(StandardCharsets.UTF_8)) {
                client.send(new byte[] {b});
            }
            assertThat(client.answer().text()).isEqualTo("abc");
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"/hello", "/loop/hello"})
    void answersPipelinedRequestsInOrder(String path) throws IOException {
        try (RawClient client = client()) {
            String one = "GET " + path + " HTTP/1.1\r\nHost: test\r\n\r\n";
            String two = "POST /echo HTTP/1.1\r\nHost: test\r\nContent-Length: 3\r\n\r\ntwo";
            String three = "GET /loop/target?q=3 HTTP/1.1\r\nHost: test\r\n\r\n";
            client.send(one + two + three);
            assertThat(client.answer().text()).isEqualTo("Hello, World!");
            assertThat(client.answer().text()).isEqualTo("two");
            assertThat(client.answer().text()).isEqualTo("/loop/target|q=3|[3]");
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"/hello", "/loop/hello"})
    void answersAFloodOfPipelinedRequests(String path) throws Exception {
        int requests = 5000;
        try (RawClient client = client();
                var executor = Executors.newVirtualThreadPerTaskExecutor()) {
            String one = "GET " + path + " HTTP/1.1\r\nHost: test\r\n\r\n";
            var sent = executor.submit(() -> client.send(one.repeat(requests)));
            for (int i = 0; i < requests; i++) {
                assertThat(client.answer().text()).isEqualTo("Hello, World!");
            }
            sent.get();
        }
    }

    /**
     * The requests are far more than an event loop serves before it sends. The loop is held until all of them have
     * arrived.
     */
    @Test
    void answersAllRequestsThatBecameReadyTogether() throws Exception {
        restart(options().eventLoops(1));
        List<RawClient> clients = new ArrayList<>();
        try (RawClient holder = client()) {
            // The first request prevents that the header time-out of the holder ends during the handshakes of the
            // others.
            assertThat(holder.get("/hello").answer().status()).isEqualTo(200);
            for (int i = 0; i < 80; i++) {
                clients.add(client());
                assertThat(clients.get(i).get("/hello").answer().status()).isEqualTo(200);
            }
            holder.get("/loop/wait");
            handler.waiting.await();
            for (int i = 0; i < clients.size(); i++) {
                clients.get(i).get("/loop/target?q=" + i);
                if (i % 4 == 1) {
                    clients.get(i).get("/target?q=" + i).get("/loop/big?300000");
                } else if (i % 4 == 2) {
                    clients.get(i).send("GET /loop/hello HTTP/1.1\r\nHost: test\r\nConnection: close\r\n\r\n");
                } else if (i % 4 == 3) {
                    clients.get(i).reset();
                }
            }
            handler.goOn.release();
            assertThat(holder.answer().text()).isEqualTo("waited");
            for (int i = 0; i < clients.size(); i++) {
                expectAnswers(clients.get(i), i);
            }
        } finally {
            for (RawClient client : clients) {
                client.close();
            }
        }
    }

    private static void expectAnswers(RawClient client, int i) throws IOException {
        if (i % 4 == 3) {
            return;
        }
        assertThat(client.answer().text()).isEqualTo("/loop/target|q=" + i + "|[" + i + "]");
        if (i % 4 == 1) {
            assertThat(client.answer().text()).isEqualTo("/target|q=" + i + "|[" + i + "]");
            assertThat(client.answer().body()).hasSize(300_000);
        } else if (i % 4 == 2) {
            assertThat(client.answer().closes()).isTrue();
            assertThat(client.atEnd()).isTrue();
        }
    }

    @Test
    void answersHeadWithoutABodyButWithItsLength() throws IOException {
        try (RawClient client = client()) {
            Answer answer =
                    client.send("HEAD /hello HTTP/1.1\r\nHost: test\r\n\r\n").answerToHead();
            assertThat(answer.has("Content-Length: 13")).isTrue();
            assertThat(client.get("/hello").answer().text()).isEqualTo("Hello, World!");
        }
    }

    @Test
    void sendsNeitherBodyNorLengthWith204() throws IOException {
        try (RawClient client = client()) {
            assertThat(client.get("/none").answer().headers()).noneMatch(header -> header.startsWith("Content-Length"));
            assertThat(client.get("/hello").answer().status()).isEqualTo(200);
        }
    }

    @Test
    void passesOptionsForTheWholeServerOn() throws IOException {
        Answer answer = answerTo("OPTIONS * HTTP/1.1\r\nHost: test\r\n\r\n");
        assertThat(answer.text()).isEqualTo("nothing at *");
        Answer absolute = answerTo("OPTIONS http://test HTTP/1.1\r\nHost: test\r\n\r\n");
        assertThat(absolute.text()).isEqualTo("nothing at *");
    }

    @Test
    void understandsAnAbsoluteTarget() throws IOException {
        Answer answer = answerTo("GET http://test:80/target?q=%C3%A4+b&q=2 HTTP/1.1\r\nHost: test\r\n\r\n");
        assertThat(answer.text()).isEqualTo("/target|q=%C3%A4+b&q=2|[ä b, 2]");
    }

    @Test
    void answersAClientThatEndsItsOutputFirst() throws IOException {
        try (RawClient client = client()) {
            client.get("/hello").endOutput();
            assertThat(client.answer().text()).isEqualTo("Hello, World!");
            assertThat(client.atEnd()).isTrue();
        }
    }

    // ---- bodies

    @Test
    void countsBytesOfABodyAndNotCharacters() throws IOException {
        String body = "Grüße, 世界 🌱";
        int length = body.getBytes(StandardCharsets.UTF_8).length;
        Answer answer = answerTo("POST /echo HTTP/1.1\r\nHost: test\r\nContent-Length: " + length + "\r\n\r\n" + body);
        assertThat(answer.text()).isEqualTo(body);
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2_000, 8_192, 31_000, 33_000, 300_000})
    void takesBodiesOfAnySizeUpToTheLimit(int size) throws IOException {
        byte[] body = bytes(size);
        for (String path : List.of("/echo", "/echo-stream", "/loop/echo")) {
            try (RawClient client = client()) {
                client.send("POST " + path + " HTTP/1.1\r\nHost: test\r\nContent-Length: " + size + "\r\n\r\n");
                client.send(body);
                assertThat(client.answer().body()).isEqualTo(body);
                assertThat(client.get("/hello").answer().status()).isEqualTo(200);
            }
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 10, 1_000, 40_000})
    void takesChunkedBodiesAndTheNextRequestBehindThem(int chunk) throws IOException {
        byte[] body = bytes(100_000);
        for (String path : List.of("/echo", "/echo-stream", "/loop/echo")) {
            try (RawClient client = client()) {
                client.send("POST " + path + " HTTP/1.1\r\nHost: test\r\nTransfer-Encoding: chunked\r\n\r\n");
                int small = chunk == 1 ? 2_000 : body.length;
                for (int at = 0; at < small; at += chunk) {
                    int size = Math.min(chunk, small - at);
                    client.send(Integer.toHexString(size) + "\r\n");
                    client.send(Arrays.copyOfRange(body, at, at + size)).send("\r\n");
                }
                client.send("0\r\n\r\nGET /hello HTTP/1.1\r\nHost: test\r\n\r\n");
                assertThat(client.answer().body()).isEqualTo(Arrays.copyOf(body, small));
                assertThat(client.answer().text()).isEqualTo("Hello, World!");
            }
        }
    }

    @Test
    void readsTrailersBehindAChunkedBody() throws IOException {
        String chunks = "3;name=value\r\nabc\r\n0\r\nChecksum: 42\r\n\r\n";
        Answer answer = answerTo("POST /trailer HTTP/1.1\r\nHost: test\r\nTransfer-Encoding: chunked\r\n\r\n" + chunks);
        assertThat(answer.text()).isEqualTo("abc|42");
    }

    @Test
    void saysContinueBeforeABodyThatIsRead() throws IOException {
        try (RawClient client = client()) {
            client.send("POST /echo HTTP/1.1\r\nHost: test\r\nContent-Length: 3\r\nExpect: 100-continue\r\n\r\n");
            assertThat(client.line()).isEqualTo("HTTP/1.1 100 Continue");
            assertThat(client.line()).isEmpty();
            assertThat(client.send("abc").answer().text()).isEqualTo("abc");
            assertThat(client.get("/hello").answer().status()).isEqualTo(200);
        }
    }

    /**
     * No thread is free to wait for such a body, so an event loop says continue. The body is in the same TLS record as
     * the head, so the rest of it is already decrypted, and the socket does not become ready again.
     */
    @Test
    void takesABodyThatDoesNotWaitForContinueThoughNoThreadIsFree() throws IOException {
        restart(options().bodyThreads(1));
        try (RawClient client = client()) {
            String head = "POST /length HTTP/1.1\r\nHost: test\r\nContent-Length: 10000\r\nExpect: 100-continue";
            client.send(head + "\r\n\r\n" + "x".repeat(10_000));
            assertThat(client.answer().status()).isEqualTo(100);
            assertThat(client.answer().text()).isEqualTo("10000");
            assertThat(client.get("/hello").answer().status()).isEqualTo(200);
        }
    }

    @Test
    void saysNoContinueWithinAResponse() throws IOException {
        try (RawClient client = client()) {
            client.send(
                    "POST /answer-first HTTP/1.1\r\nHost: test\r\nContent-Length: 3\r\nExpect: 100-continue\r\n\r\n");
            assertThat(client.line()).isEqualTo("HTTP/1.1 200 OK");
            client.skipHead();
            assertThat(client.send("abc").rest()).isEqualTo("1\r\na\r\n3\r\nabc\r\n0\r\n\r\n");
        }
    }

    @Test
    void closesInsteadOfSayingContinueForABodyThatIsNotRead() throws IOException {
        Answer answer =
                refusalOf("POST /ignore HTTP/1.1\r\nHost: test\r\nContent-Length: 3\r\nExpect: 100-continue\r\n\r\n");
        assertThat(answer.text()).isEqualTo("not read");
    }

    @Test
    void skipsASmallBodyThatTheHandlerDoesNotRead() throws IOException {
        try (RawClient client = client()) {
            client.send("POST /ignore HTTP/1.1\r\nHost: test\r\nContent-Length: 3\r\n\r\nabc");
            assertThat(client.answer().text()).isEqualTo("not read");
            assertThat(client.get("/hello").answer().text()).isEqualTo("Hello, World!");
        }
    }

    @Test
    void closesAfterALargeBodyThatTheHandlerDoesNotRead() throws IOException {
        try (RawClient client = client()) {
            client.send("POST /ignore HTTP/1.1\r\nHost: test\r\nContent-Length: 200000\r\n\r\n");
            client.send(bytes(200_000));
            Answer answer = client.answer();
            assertThat(answer.text()).isEqualTo("not read");
            assertThat(answer.closes()).isTrue();
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"/big", "/loop/big", "/stream", "/loop/stream"})
    void sendsBodiesOfAnySize(String path) throws IOException {
        try (RawClient client = client()) {
            for (int size : new int[] {0, 1, 8_192, 8_193, 40_000, 3_000_000}) {
                assertThat(client.get(path + "?" + size).answer().body()).hasSize(size);
            }
        }
    }

    @Test
    void waitsForASlowReader() throws Exception {
        try (RawClient client = client()) {
            client.get("/loop/big?20000000").get("/big?20000000").get("/loop/hello");
            Thread.sleep(100);
            assertThat(client.answer().body()).hasSize(20_000_000);
            assertThat(client.answer().body()).hasSize(20_000_000);
            assertThat(client.answer().text()).isEqualTo("Hello, World!");
        }
    }

    /**
     * The larger responses exceed what a loop sends in one turn, or what the socket takes. Meanwhile the second request
     * waits in the input.
     */
    @ParameterizedTest
    @ValueSource(ints = {20_000, 300_000, 600_000, 9_000_000})
    void answersRequestsThatCameInOneSegmentBehindALargeAnswer(int size) throws IOException {
        for (String path : List.of("/big", "/loop/big")) {
            String request = "GET " + path + "?" + size + " HTTP/1.1\r\nHost: test\r\n\r\n";
            try (RawClient client = client();
                    RawClient leaver = client()) {
                client.send(request.repeat(3));
                leaver.send(request.repeat(3)).endOutput();
                for (int i = 0; i < 3; i++) {
                    assertThat(client.answer().body()).hasSize(size);
                    assertThat(leaver.answer().body()).hasSize(size);
                }
                assertThat(client.get("/hello").answer().status()).isEqualTo(200);
            }
        }
    }

    @Test
    void sendsEventsAsTheyAreFlushed() throws IOException {
        try (RawClient client = client()) {
            client.send("GET /events HTTP/1.1\r\nHost: test\r\nConnection: close\r\n\r\n");
            client.skipHead();
            assertThat(client.line())
                    .as("size of a chunk that is sent before the handler goes on")
                    .isEqualTo("9");
            handler.goOn.release();
            assertThat(client.rest()).isEqualTo("data: 1\n\n\r\n9\r\ndata: 2\n\n\r\n0\r\n\r\n");
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"/file", "/loop/file"})
    void sendsAFile(String path) throws IOException {
        try (RawClient client = client()) {
            for (int i = 0; i < 3; i++) {
                assertThat(client.get(path).answer().text()).isEqualTo("0123456789".repeat(20_000));
            }
        }
    }

    @Test
    void sendsALargeFileToASlowReader() throws Exception {
        byte[] content = bytes(20_000_000);
        Files.write(folder.resolve("file.txt"), content);
        try (RawClient client = client()) {
            client.get("/file").get("/loop/file");
            Thread.sleep(100);
            assertThat(client.answer().body()).isEqualTo(content);
            assertThat(client.answer().body()).isEqualTo(content);
        }
    }

    // ---- HTTP/1.0 and Connection

    @Test
    void closesAfterAnHttp10Request() throws IOException {
        assertThat(refusalOf("GET /hello HTTP/1.0\r\n\r\n").text()).isEqualTo("Hello, World!");
    }

    @Test
    void keepsAnHttp10ConnectionIfAskedTo() throws IOException {
        try (RawClient client = client()) {
            String request = "GET /hello HTTP/1.0\r\nConnection: keep-alive\r\n\r\n";
            assertThat(client.send(request).answer().has("Connection: keep-alive"))
                    .isTrue();
            assertThat(client.send(request).answer().text()).isEqualTo("Hello, World!");
        }
    }

    @Test
    void endsAnHttp10StreamByClosing() throws IOException {
        Answer answer = refusalOf("GET /stream?20000 HTTP/1.0\r\nConnection: keep-alive\r\n\r\n");
        assertThat(answer.body()).hasSize(20_000);
        assertThat(answer.has("Transfer-Encoding: chunked")).isFalse();
    }

    @ParameterizedTest
    @ValueSource(strings = {"/hello", "/loop/hello"})
    void closesWhenTheClientAsksForIt(String path) throws IOException {
        String request = "GET " + path + " HTTP/1.1\r\nHost: test\r\nConnection: foo, Close\r\n\r\n";
        assertThat(refusalOf(request).text()).isEqualTo("Hello, World!");
    }

    @Test
    void closesWhenTheHandlerAsksForIt() throws IOException {
        assertThat(refusalOf("GET /close HTTP/1.1\r\nHost: test\r\n\r\n").text())
                .isEqualTo("bye");
    }

    @Test
    void keepsTheConnectionWhenTheHandlerTakesItsCloseBack() throws IOException {
        try (RawClient client = client()) {
            Answer answer = client.get("/close-taken-back").answer();
            assertThat(answer.text()).isEqualTo("keep-alive, null");
            assertThat(answer.closes()).isFalse();
            assertThat(client.get("/hello").answer().text()).isEqualTo("Hello, World!");
        }
    }

    @Test
    void closesAfterTheLastRequestThatAConnectionMayCarry() throws IOException {
        restart(options().keepAliveRequests(2));
        try (RawClient client = client()) {
            assertThat(client.get("/hello").answer().closes()).isFalse();
            assertThat(client.get("/hello").answer().closes()).isTrue();
            assertThat(client.atEnd()).isTrue();
        }
    }

    // ---- what is refused

    @Test
    void refusesContentLengthTogetherWithTransferEncoding() throws IOException {
        assertThat(refusalOf(
                                "POST /echo HTTP/1.1\r\nHost: test\r\nContent-Length: 3\r\nTransfer-Encoding: chunked\r\n\r\n")
                        .status())
                .isEqualTo(400);
    }

    @Test
    void refusesUnequalContentLengths() throws IOException {
        assertThat(refusalOf("POST /echo HTTP/1.1\r\nHost: test\r\nContent-Length: 3\r\nContent-Length: 4\r\n\r\nabcd")
                        .status())
                .isEqualTo(400);
    }

    @Test
    void refusesARequestWithoutHost() throws IOException {
        assertThat(refusalOf("GET /hello HTTP/1.1\r\n\r\n").status()).isEqualTo(400);
    }

    @Test
    void refusesBrokenChunksEvenIfTheHandlerDoesNotReadThem() throws IOException {
        String request = " HTTP/1.1\r\nHost: test\r\nTransfer-Encoding: chunked\r\n\r\n-1\r\n";
        assertThat(refusalOf("POST /echo" + request).status()).isEqualTo(400);
        assertThat(refusalOf("POST /ignore" + request).status()).isEqualTo(400);
    }

    @Test
    void refusesABodyOverTheLimit() throws IOException {
        assertThat(refusalOf("POST /echo HTTP/1.1\r\nHost: test\r\nContent-Length: 300001\r\n\r\n")
                        .status())
                .isEqualTo(413);
    }

    @Test
    void refusesAChunkedBodyOverTheLimit() throws IOException {
        try (RawClient client = client()) {
            client.send("POST /echo HTTP/1.1\r\nHost: test\r\nTransfer-Encoding: chunked\r\n\r\n30d40\r\n");
            client.send(bytes(200_000)).send("\r\n30d40\r\n");
            Answer answer = client.answer();
            assertThat(answer.status()).isEqualTo(413);
            assertThat(answer.closes()).isTrue();
        }
    }

    @Test
    void refusesLongTargetsAndLongHeads() throws IOException {
        assertThat(refusalOf("GET /" + "a".repeat(1100) + " HTTP/1.1\r\nHost: test\r\n\r\n")
                        .status())
                .isEqualTo(414);
        assertThat(refusalOf("GET / HTTP/1.1\r\nHost: test\r\nX: " + "a".repeat(9000) + "\r\n\r\n")
                        .status())
                .isEqualTo(431);
    }

    @Test
    void describesARefusalAsProblem() throws IOException {
        Answer answer = refusalOf("GET / HTTP/3.0\r\nHost: test\r\n\r\n");
        assertThat(answer.status()).isEqualTo(505);
        assertThat(answer.has("Content-Type: application/problem+json")).isTrue();
        assertThat(answer.text()).contains("\"status\":505").contains("\"title\":\"HTTP Version Not Supported\"");
    }

    // ---- handlers that fail

    @ParameterizedTest
    @ValueSource(strings = {"/fail", "/loop/fail", "/memory", "/loop/memory", "/fault", "/loop/fault"})
    void answers500WithoutSecretsWhenAHandlerFails(String path) throws IOException {
        try (RawClient client = client()) {
            Answer answer = client.get(path).answer();
            assertThat(answer.status()).isEqualTo(500);
            assertThat(answer.text()).doesNotContain("secret");
            assertThat(client.get("/hello").answer().status()).isEqualTo(200);
        }
    }

    @Test
    void answersWithTheStatusOfAnHttpException() throws IOException {
        try (RawClient client = client()) {
            Answer answer = client.get("/teapot").answer();
            assertThat(answer.status()).isEqualTo(418);
            assertThat(answer.text()).contains("\"detail\":\"a \\\"teapot\\\"\"");
            assertThat(answer.closes()).isFalse();
        }
    }

    @Test
    void cutsTheConnectionWhenAHandlerFailsHalfWay() throws IOException {
        try (RawClient client = client()) {
            client.get("/cut");
            assertThat(client.rest()).endsWith("\r\n\r\nx");
        }
    }

    /** Without chunks or a length, an orderly end would make half a body look complete. */
    @Test
    void resetsTheConnectionWhenAnHttp10StreamFailsHalfWay() throws IOException {
        try (RawClient client = client()) {
            client.send("GET /cut-open HTTP/1.0\r\n\r\n");
            assertThatThrownBy(client::rest).isInstanceOf(IOException.class);
        }
    }

    @Test
    void letsNobodyInjectAHeader() throws IOException {
        Answer answer = answerTo("GET /inject HTTP/1.1\r\nHost: test\r\n\r\n");
        assertThat(answer.text()).isEqualTo("refused");
        assertThat(answer.headers()).noneMatch(header -> header.startsWith("Set-Cookie"));
    }

    // ---- clients that misbehave

    @Test
    void outlivesClientsThatResetTheirConnection() throws IOException {
        for (int i = 0; i < 52; i++) {
            client().reset();
        }
        for (int i = 0; i < 52; i++) {
            client().get("/big?1000000").reset();
        }
        assertThat(answerTo("GET /hello HTTP/1.1\r\nHost: test\r\n\r\n").status())
                .isEqualTo(200);
    }

    @Test
    void outlivesATruncatedWebSocketHandshake() throws IOException {
        try (RawClient client = client()) {
            client.send("GET /chat HTTP/1.1\r\nHost: test\r\nUpgrade: websocket\r\nConnection: Upgr");
        }
        assertThat(answerTo("GET /hello HTTP/1.1\r\nHost: test\r\n\r\n").status())
                .isEqualTo(200);
    }

    @Test
    void servesOthersWhileManyConnectionsAreIdle() throws IOException {
        List<RawClient> idle = new ArrayList<>();
        try {
            // Each client sends its request immediately: after a longer silence the server closes the connection, and
            // the handshakes of the others take time.
            for (int i = 0; i < 50; i++) {
                RawClient client = client();
                idle.add(client);
                assertThat(client.get("/hello").answer().status()).isEqualTo(200);
            }
            for (int i = 0; i < 100; i++) {
                idle.add(client());
            }
            assertThat(answerTo("GET /hello HTTP/1.1\r\nHost: test\r\n\r\n").status())
                    .isEqualTo(200);
        } finally {
            for (RawClient each : idle) {
                each.close();
            }
        }
    }

    @Test
    void servesOthersWhileManyRequestsAreIncomplete() throws IOException {
        List<RawClient> slow = new ArrayList<>();
        try {
            for (int i = 0; i < 20; i++) {
                slow.add(client().send("GET /hello HTTP/1.1\r\nHo"));
                slow.add(client().send("POST /echo HTTP/1.1\r\nHost: test\r\nContent-Length: 100\r\n\r\nabc"));
            }
            assertThat(answerTo("GET /hello HTTP/1.1\r\nHost: test\r\n\r\n").status())
                    .isEqualTo(200);
        } finally {
            for (RawClient each : slow) {
                each.close();
            }
        }
    }

    @Test
    void answers408WhenTheHeadDoesNotArriveInTime() throws Exception {
        Duration most = Duration.ofSeconds(10);
        TestClock clock = restartWithoutTime(options().headerTimeout(most).idleTimeout(Duration.ofHours(1)));
        try (RawClient client = client()) {
            // Then what follows is in time however late the server sees it.
            assertThat(client.get("/hello").answer().status()).isEqualTo(200);
            CompletableFuture<Answer> answer = CompletableFuture.supplyAsync(() -> {
                try {
                    return client.answer();
                } catch (IOException e) {
                    throw new java.io.UncheckedIOException(e);
                }
            });
            client.send("GET /hello HTTP/1.1\r\nX: ");
            while (!answer.isDone()) {
                trickle(client);
                clock.advance(most.dividedBy(4));
            }
            assertThat(answer.get().status()).isEqualTo(408);
        }
    }

    private static void trickle(RawClient client) throws InterruptedException {
        try {
            client.send("x");
        } catch (IOException e) {
            assertThat(e).as("the server closes after 408").hasMessageMatching("(?i).*(reset|broken pipe|closed).*");
        }
        Thread.sleep(20);
    }

    @Test
    void answers408WhenTheBodyDoesNotArriveInTime() throws IOException {
        restart(options().bodyTimeout(Duration.ofMillis(200)));
        for (String length : List.of("Content-Length: 5", "Content-Length: 100000", "Transfer-Encoding: chunked")) {
            assertThat(refusalOf("POST /echo HTTP/1.1\r\nHost: test\r\n" + length + "\r\n\r\n1\r\n")
                            .status())
                    .isEqualTo(408);
        }
    }

    @Test
    void aHandlerThatReadsOnAfterATimeOutDoesNotWaitAgain() throws Exception {
        TestClock clock = restartWithoutTime(options().bodyTimeout(Duration.ofSeconds(1)));
        try (RawClient client = client()) {
            client.send("POST /read-on HTTP/1.1\r\nHost: test\r\nContent-Length: 2\r\nExpect: 100-continue\r\n\r\n");
            assertThat(client.answer().status()).isEqualTo(100);
            passUntilItFails(clock);
            assertThat(client.answer().text()).isEqualTo("gave up");
        }
    }

    @Test
    void aHandlerThatWritesOnAfterATimeOutDoesNotWaitAgain() throws Exception {
        TestClock clock = restartWithoutTime(options().writeTimeout(Duration.ofSeconds(1)));
        try (RawClient client = client()) {
            client.get("/stubborn");
            passUntilItFails(clock);
            assertThat(handler.gaveUp.await(20, TimeUnit.SECONDS)).isTrue();
        }
    }

    /** Lets time pass until the handler has failed for the first time, and no more. */
    private void passUntilItFails(TestClock clock) throws InterruptedException {
        for (int i = 0; i < 400 && !handler.waiting.await(50, TimeUnit.MILLISECONDS); i++) {
            clock.advance(Duration.ofMillis(300));
        }
        assertThat(handler.waiting.getCount()).as("failures that are missing").isZero();
    }

    @Test
    void stopsTheClockOfABodyWhileTheHandlerIsBusy() throws Exception {
        TestClock clock = restartWithoutTime(options().bodyTimeout(Duration.ofSeconds(1)));
        try (RawClient client = client()) {
            client.send("POST /pause HTTP/1.1\r\nHost: test\r\nContent-Length: 2\r\nExpect: 100-continue\r\n\r\n");
            assertThat(client.answer().status()).isEqualTo(100);
            client.send("a");
            handler.waiting.await();
            clock.advance(Duration.ofMillis(1500));
            handler.goOn.release();
            clock.advance(Duration.ofMillis(400));
            Thread.sleep(50); // the handler waits again, and deadlines are checked every 5 ms
            assertThat(client.send("b").answer().text()).isEqualTo("97|98");
        }
    }

    @Test
    void closesIdleConnections() throws IOException {
        restart(options().idleTimeout(Duration.ofMillis(100)));
        try (RawClient client = client()) {
            assertThat(client.get("/hello").answer().status()).isEqualTo(200);
            assertThat(client.atEnd()).isTrue();
        }
    }

    /** An empty line is not part of a request (RFC 9112 section 2.2): it neither starts a head nor renews the time-out. */
    @Test
    void remainsIdleWhenEmptyLinesArrive() throws Exception {
        TestClock clock = restartWithoutTime(
                options().headerTimeout(Duration.ofSeconds(10)).idleTimeout(Duration.ofMinutes(10)));
        try (RawClient client = client()) {
            assertThat(client.send(POST_AND_EMPTY_LINE).answer().text()).isEqualTo("abc");
            pass(clock, Duration.ofMinutes(6));
            assertThat(client.send(POST_AND_EMPTY_LINE).answer().text()).isEqualTo("abc");
            pass(clock, Duration.ofMinutes(6));
            client.send("\r\n\r");
            pass(clock, Duration.ofMinutes(1));
            client.send("\n");
            pass(clock, Duration.ofMinutes(1));
            client.send("\r");
            pass(clock, Duration.ofMinutes(6));
            assertThat(client.atEnd()).as("closed without a 408").isTrue();
        }
    }

    /** Deadlines are checked every 5 ms. */
    private static void pass(TestClock clock, Duration time) throws InterruptedException {
        Thread.sleep(50);
        clock.advance(time);
        Thread.sleep(50);
    }

    @Test
    void closesConnectionsThatNeverSendAnything() throws IOException {
        restart(options().headerTimeout(Duration.ofMillis(100)));
        try (RawClient client = new RawClient(server.port())) {
            assertThat(client.atEnd()).isTrue();
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"/big", "/loop/big", "/stream"})
    void givesUpOnAClientThatDoesNotReadItsResponse(String path) throws Exception {
        restart(options().writeTimeout(Duration.ofMillis(200)));
        try (RawClient client = client()) {
            assertThat(client.get("/hello").answer().status()).isEqualTo(200);
            client.get(path + "?50000000");
            while (server.openConnections() > 0) {
                Thread.sleep(10);
            }
            assertThat(client.rest().length()).isLessThan(50_000_000);
        }
    }

    @Test
    void letsAHandlerTakeLongerThanAnyTimeOut() throws Exception {
        TestClock clock = restartWithoutTime(options());
        try (RawClient client = client()) {
            client.get("/events");
            await(handler.goOn::hasQueuedThreads);
            clock.advance(Duration.ofDays(1));
            Thread.sleep(50); // deadlines are checked every 5 ms
            handler.goOn.release();
            assertThat(client.answer().text()).isEqualTo("data: 1\n\ndata: 2\n\n");
        }
    }

    @Test
    void letsConnectionsOverTheLimitWait() throws IOException {
        restart(options().maxConnections(1));
        RawClient first = client();
        assertThat(first.get("/hello").answer().status()).isEqualTo(200);
        try (RawClient second = client()) {
            CompletableFuture<Void> sent = CompletableFuture.runAsync(() -> sendHello(second));
            first.close();
            sent.join();
            assertThat(second.answer().status()).isEqualTo(200);
        }
    }

    /** The head of the next request arrived before the last answer had been sent. */
    @Test
    void sparesAConnectionThatHasBegunARequestBehindALargeAnswer() throws Exception {
        restart(options().maxConnections(2));
        try (RawClient half = client();
                RawClient idle = client()) {
            half.send("GET /big?8000000 HTTP/1.1\r\nHost: test\r\n\r\nGET /hello HTTP/1.1\r\nHo");
            assertThat(half.answer().body()).hasSize(8_000_000);
            Thread.sleep(100); // half would be the one that has been idle longest
            assertThat(idle.get("/hello").answer().status()).isEqualTo(200);
            try (RawClient added = client()) {
                assertThat(added.get("/hello").answer().status()).isEqualTo(200);
            }
            assertThat(half.send("st: test\r\n\r\n").answer().status()).isEqualTo(200);
        }
    }

    @Test
    void closesTheConnectionThatRestsTheLongestForANewOne() throws Exception {
        restart(options().maxConnections(4));
        try (RawClient half = client();
                RawClient handled = client();
                RawClient oldest = client();
                RawClient younger = client()) {
            half.send("GET /hello HTTP/1.1\r\nHo");
            handled.get("/wait");
            handler.waiting.await();
            assertThat(oldest.get("/hello").answer().status()).isEqualTo(200);
            Thread.sleep(100); // a worker may mark the connection as idle only some time after it has sent the answer
            assertThat(younger.get("/hello").answer().status()).isEqualTo(200);
            try (RawClient added = client()) {
                assertThat(added.get("/hello").answer().status()).isEqualTo(200);
            }
            assertThat(oldest.atEnd()).isTrue();
            assertThat(younger.get("/hello").answer().status()).isEqualTo(200);
            assertThat(half.send("st: test\r\n\r\n").answer().status()).isEqualTo(200);
            handler.goOn.release();
            assertThat(handled.answer().text()).isEqualTo("waited");
        }
        assertThat(server.statistics().connectionsEvicted()).isEqualTo(1);
    }

    /** No time-out ends these connections. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "GET /hello HTTP/1.1\r\nHo",
                "POST /length HTTP/1.1\r\nHost: test\r\nContent-Length: 10\r\n\r\nabc",
                "POST /length HTTP/1.1\r\nHost: test\r\nContent-Length: 10\r\nExpect: 100-continue\r\n\r\n",
                "GET /big?8000000 HTTP/1.1\r\nHost: test\r\n\r\n",
                "GET /stream?8000000 HTTP/1.1\r\nHost: test\r\n\r\n"
            })
    void makesRoomByEndingWhatItsClientHasNotContinuedForLongest(String unfinished) throws Exception {
        Duration never = Duration.ofDays(1);
        TestClock clock = restartWithoutTime(options()
                .maxConnections(3)
                .headerTimeout(never)
                .bodyTimeout(never)
                .writeTimeout(never));
        try (RawClient handled = client();
                RawClient first = client();
                RawClient second = client()) {
            handled.get("/wait");
            handler.waiting.await();
            for (RawClient each : List.of(first, second)) {
                each.send(unfinished);
                Thread.sleep(100); // the server has received it
                clock.advance(Duration.ofSeconds(1));
            }
            try (RawClient added = client()) {
                CompletableFuture<Void> sent = CompletableFuture.runAsync(() -> sendHello(added));
                clock.pass(Duration.ofMillis(100), () -> {
                    sent.join();
                    assertThat(added.answer().status()).isEqualTo(200);
                    return true;
                });
            }
            handler.goOn.release();
            assertThat(handled.answer().text()).isEqualTo("waited");
        }
        assertThat(server.statistics().connectionsEvicted()).isPositive();
    }

    @Test
    void closesAConnectionThatNeverSaidAnythingForANewOne() throws IOException {
        restart(options().maxConnections(1));
        try (Socket silent = new Socket(InetAddress.getLoopbackAddress(), server.port());
                RawClient added = client()) {
            assertThat(added.get("/hello").answer().status()).isEqualTo(200);
            assertThat(silent.getInputStream().read()).isNegative();
        }
    }

    @Test
    void closesAConnectionThatRestsAfterAnEmptyLineForANewOne() throws IOException {
        restart(options().maxConnections(1));
        try (RawClient idle = client()) {
            assertThat(idle.send(POST_AND_EMPTY_LINE).answer().text()).isEqualTo("abc");
            try (RawClient added = client()) {
                assertThat(added.get("/hello").answer().status()).isEqualTo(200);
            }
            assertThat(idle.atEnd()).isTrue();
        }
    }

    /** Sends a request. Runs on a separate thread, because a TLS handshake waits for the server. */
    private static void sendHello(RawClient client) {
        try {
            client.get("/hello");
        } catch (IOException e) {
            throw new java.io.UncheckedIOException(e);
        }
    }

    // ---- stopping

    @Test
    void finishesARunningRequestWhenItStops() throws Exception {
        try (RawClient client = client();
                RawClient idle = client();
                var executor = Executors.newVirtualThreadPerTaskExecutor()) {
            idle.get("/hello").answer();
            client.get("/wait");
            handler.waiting.await();
            var stopped = executor.submit(() -> server.stop(Duration.ofSeconds(20)));
            assertThat(idle.atEnd()).as("idle connections are closed at once").isTrue();
            handler.goOn.release();
            Answer answer = client.answer();
            assertThat(answer.text()).isEqualTo("waited");
            assertThat(answer.closes()).isTrue();
            client.reset(); // else the server waits for it
            assertThat(stopped.get()).as("ended by itself").isTrue();
        }
    }

    @Test
    void waitsForNoConnectionThatRestsAfterAnEmptyLineWhenItStops() throws IOException {
        restart(options().headerTimeout(Duration.ofMinutes(5)));
        try (RawClient idle = client()) {
            assertThat(idle.send(POST_AND_EMPTY_LINE).answer().text()).isEqualTo("abc");
            assertThat(server.stop(Duration.ofSeconds(5))).as("ended by itself").isTrue();
            assertThat(idle.atEnd()).isTrue();
        }
    }

    @Test
    void endsARequestByForceWhenTheTimeToStopIsOver() throws Exception {
        try (RawClient client = client()) {
            client.get("/wait");
            handler.waiting.await();
            assertThat(server.stop(Duration.ofMillis(50))).isFalse();
            assertThat(client.rest()).isEmpty();
        }
    }

    @Test
    void acceptsNothingAfterItHasStopped() {
        int port = server.port();
        server.stop(Duration.ofSeconds(10));
        org.assertj.core.api.Assertions.assertThatThrownBy(() -> new RawClient(port))
                .isInstanceOf(java.net.ConnectException.class);
    }

    private static byte[] bytes(int count) {
        byte[] bytes = new byte[count];
        new Random(count).nextBytes(bytes);
        return bytes;
    }
}
