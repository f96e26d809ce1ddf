package sprout.server;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.util.List;
import java.util.function.Predicate;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import sprout.server.RawClient.Answer;

/** Tests requirements of RFC 9110 and 9112 on the wire; docs/http-conformance.md lists the clause of each test. */
final class HttpConformanceTest extends EngineTest {
    // ---- methods and targets

    @ParameterizedTest
    @ValueSource(
            strings = {
                "/hello",
                "/loop/hello",
                "/big?100000",
                "/stream?100",
                "/stream?20000",
                "/file",
                "/none",
                "/missing"
            })
    void answersHeadWithTheHeadersOfGetAndNothingElse(String target) throws IOException {
        try (RawClient client = client()) {
            Answer get = client.get(target).answer();
            Answer head = client.send("HEAD " + target + " HTTP/1.1\r\nHost: test\r\n\r\n")
                    .answerToHead();
            assertThat(head.status()).isEqualTo(get.status());
            Predicate<String> notDate = header -> !header.startsWith("Date:");
            assertThat(head.headers().stream().filter(notDate))
                    .containsExactlyElementsOf(
                            get.headers().stream().filter(notDate).toList());
            assertThat(client.get("/hello").answer().text())
                    .as("nothing stands between")
                    .isEqualTo("Hello, World!");
        }
    }

    /** The length is the one of GET, or missing (RFC 9110 section 8.6). */
    @ParameterizedTest
    @CsvSource({
        "/unwritten?1000, Content-Length: 1000",
        "/loop/unwritten?1000, Content-Length: 1000",
        "/unwritten, ''",
        "/loop/unwritten, ''"
    })
    void announcesNoLengthOfABodyThatIsNotWrittenForHead(String target, String length) throws IOException {
        try (RawClient client = client()) {
            Answer head = client.send("HEAD " + target + " HTTP/1.1\r\nHost: test\r\n\r\n")
                    .answerToHead();
            assertThat(head.status()).isEqualTo(200);
            assertThat(head.closes()).isFalse();
            assertThat(head.headers().stream().filter(header -> header.startsWith("Content-Length")))
                    .containsExactlyElementsOf(length.isEmpty() ? List.of() : List.of(length));
            assertThat(client.get("/hello").answer().text())
                    .as("nothing stands between")
                    .isEqualTo("Hello, World!");
        }
    }

    @ParameterizedTest
    @CsvSource({
        "'/ HTTP/1.1\r\n\r\n', 400",
        "'/\u0001 HTTP/1.1\r\nHost: test\r\n\r\n', 400",
        "'/ HTTP/1.1\nHost: test\r\n\r\n', 400",
        "'/ HTTP/1.1\rHost: test\r\n\r\n', 400"
    })
    void refusesAHeadRequestWithoutABody(String rest, int status) throws IOException {
        refusesHead(rest, status);
    }

    @Test
    void refusesAHeadRequestForALongTargetWithoutABody() throws IOException {
        refusesHead("/" + "x".repeat(20_000) + " HTTP/1.1\r\nHost: test\r\n\r\n", 414);
    }

    private void refusesHead(String rest, int status) throws IOException {
        for (String emptyLine : List.of("", "\r\n")) {
            try (RawClient client = client()) {
                client.send(emptyLine + "HEAD " + rest);
                assertThat(client.answerToHead().status()).isEqualTo(status);
                assertThat(client.atEnd()).isTrue();
            }
        }
    }

    @Test
    void doesNotTunnel() throws IOException {
        assertThat(refusalOf("CONNECT test:80 HTTP/1.1\r\nHost: test\r\n\r\n").status())
                .isEqualTo(501);
    }

    @ParameterizedTest
    @CsvSource({"/authority, test:1", "http://other:2/authority, other:2", "https://other/authority?x, other"})
    void takesTheHostOfAnAbsoluteTargetAndIgnoresTheHeader(String target, String authority) throws IOException {
        assertThat(answerTo("GET " + target + " HTTP/1.1\r\nHost: test:1\r\n\r\n")
                        .text())
                .isEqualTo(authority);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"test:80", "", "*", "file:///etc/passwd", "http://", "http://test:port/", "/a b", "/%0a\u0007"})
    void refusesTargetsThatAreNone(String target) throws IOException {
        assertThat(refusalOf("GET " + target + " HTTP/1.1\r\nHost: test\r\n\r\n")
                        .status())
                .isEqualTo(400);
    }

    @ParameterizedTest
    @ValueSource(strings = {"/%", "/%4", "/%zz", "/a%00b", "/%ff", "/%c0%af"})
    void refusesEscapesThatAreNoText(String path) throws IOException {
        assertThat(answerTo("GET " + path + " HTTP/1.1\r\nHost: test\r\n\r\n").status())
                .isEqualTo(400);
    }

    @Test
    void changesNothingInAPath() throws IOException {
        Answer answer = answerTo("GET /a/../b//./c%2Fd HTTP/1.1\r\nHost: test\r\n\r\n");
        assertThat(answer.text()).isEqualTo("nothing at /a/../b//./c%2Fd");
    }

    @Test
    void skipsEmptyLinesBeforeARequest() throws IOException {
        try (RawClient client = client()) {
            client.send("\r\n\r\n").get("/hello").send("\r\n").get("/hello");
            assertThat(client.answer().status()).isEqualTo(200);
            assertThat(client.answer().status()).isEqualTo(200);
        }
    }

    // ---- framing

    @ParameterizedTest
    @ValueSource(strings = {"POST", "PUT"})
    void wantsTheLengthOfAnHttp10Body(String method) throws IOException {
        assertThat(refusalOf(method + " /echo HTTP/1.0\r\n\r\nabc").status()).isEqualTo(411);
    }

    @ParameterizedTest
    @CsvSource({
        "'Content-Length: 3, 3', 400",
        "'Content-Length: 3\r\nContent-Length: 3', 400",
        "Content-Length: +3, 400",
        "Content-Length: -3, 400",
        "Content-Length: 0x3, 400",
        "Content-Length: 3a, 400",
        "Content-Length: 99999999999999999999, 400",
        "'Content-Length: 3\r\nTransfer-Encoding: chunked', 400",
        "Transfer-Encoding: gzip, 400",
        "'Transfer-Encoding: chunked, chunked', 400",
        "'Transfer-Encoding: chunked\r\nTransfer-Encoding: chunked', 400",
        "'Transfer-Encoding: chunked, identity', 400",
        "'Transfer-Encoding: gzip, chunked', 501",
        "Transfer-Encoding : chunked, 400",
        "'X: a\r\n folded', 400",
        "'X: a\nY: b', 400",
        "'X: a\rY: b', 400",
        ": empty, 400",
        "Expect: something, 417"
    })
    void refusesWhatTwoReadersCouldReadInTwoWays(String header, int status) throws IOException {
        String wire = header.replace("\\r", "\r").replace("\\n", "\n");
        Answer answer = refusalOf("POST /echo HTTP/1.1\r\nHost: test\r\n" + wire + "\r\n\r\nabc"
                + "GET /hello HTTP/1.1\r\nHost: test\r\n\r\n");
        assertThat(answer.status()).isEqualTo(status);
    }

    @Test
    void endsChunkExtensionsThatNeverEnd() throws IOException {
        String head = "POST /echo HTTP/1.1\r\nHost: test\r\nTransfer-Encoding: chunked\r\n\r\n";
        Answer answer = refusalOf(head + "3;" + "x".repeat(20_000));
        assertThat(answer.status()).isEqualTo(431);
    }

    @Test
    void separatesTrailersFromHeadersAndDropsThoseThatMayNotStandThere() throws IOException {
        String chunks = "3\r\nabc\r\n0\r\nContent-Length: 9\r\nHost: evil\r\nChecksum: 42\r\n\r\n";
        try (RawClient client = client()) {
            client.send("POST /trailer HTTP/1.1\r\nHost: test\r\nTransfer-Encoding: chunked\r\n\r\n" + chunks);
            assertThat(client.answer().text()).isEqualTo("abc|42");
            assertThat(client.get("/authority").answer().text()).isEqualTo("test");
        }
    }

    @ParameterizedTest
    @CsvSource({"204, ''", "205, Content-Length: 0", "304, ''"})
    void sendsNoBodyWithAStatusThatForbidsOne(int status, String length) throws IOException {
        try (RawClient client = client()) {
            Answer answer = client.get("/status?" + status).answerToHead();
            assertThat(answer.status()).isEqualTo(status);
            assertThat(answer.headers().stream().filter(header -> header.startsWith("Content-Length")))
                    .containsExactlyElementsOf(length.isEmpty() ? List.of() : List.of(length));
            assertThat(client.get("/hello").answer().text())
                    .as("nothing stands between")
                    .isEqualTo("Hello, World!");
        }
    }

    /** Such a status forbids Transfer-Encoding (RFC 9112 section 6.1), also when the body was flushed in parts. */
    @ParameterizedTest
    @CsvSource({"204, /status-stream", "205, /status-stream", "304, /status-stream", "204, /loop/status-stream"})
    void sendsNoChunksWithAStatusThatForbidsABody(int status, String path) throws IOException {
        try (RawClient client = client()) {
            Answer answer = client.get(path + "?" + status).answerToHead();
            assertThat(answer.status()).isEqualTo(status);
            assertThat(answer.headers()).noneMatch(header -> header.startsWith("Transfer-Encoding"));
            assertThat(client.get("/hello").answer().text())
                    .as("nothing stands between")
                    .isEqualTo("Hello, World!");
        }
    }

    /** Chunks are forbidden even if the client asks for them and for a persistent connection (RFC 9112 section 6.1). */
    @Test
    void sendsNoChunksToHttp10() throws IOException {
        try (RawClient client = client()) {
            client.send("GET /stream?20000 HTTP/1.0\r\nConnection: keep-alive, TE\r\nTE: chunked\r\n\r\n");
            Answer answer = client.answer();
            assertThat(answer.closes()).isTrue();
            assertThat(answer.headers()).noneMatch(header -> header.startsWith("Transfer-Encoding"));
            assertThat(answer.body()).hasSize(20_000);
        }
    }

    /** Every answer needs a Date (RFC 9110 section 6.6.1), also one that no handler has made. */
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {"GET / HTTP/1.1|400", "GET / HTTP/2.0|505", "GET /fail HTTP/1.0|500", "GET /missing HTTP/1.0|404"})
    void datesEveryAnswer(String requestLine, int status) throws IOException {
        Answer answer = answerTo(requestLine + "\r\n\r\n");
        assertThat(answer.status()).isEqualTo(status);
        assertThat(answer.headers().stream().filter(header -> header.startsWith("Date: ")))
                .hasSize(1);
    }

    // ---- expectations and upgrades

    @Test
    void saysNoContinueWhenTheBodyIsThereAlready() throws IOException {
        Answer answer =
                answerTo("POST /echo HTTP/1.1\r\nHost: test\r\nContent-Length: 3\r\nExpect: 100-continue\r\n\r\nabc");
        assertThat(answer.status()).isEqualTo(200);
        assertThat(answer.text()).isEqualTo("abc");
    }

    @Test
    void saysNoContinueBeforeARefusal() throws IOException {
        Answer answer = refusalOf(
                "POST /echo HTTP/1.1\r\nHost: test\r\nContent-Length: 99999999\r\nExpect: 100-continue\r\n\r\n");
        assertThat(answer.status()).isEqualTo(413);
    }

    @Test
    void saysNoContinueToHttp10() throws IOException {
        try (RawClient client = client()) {
            client.send("POST /echo HTTP/1.0\r\nContent-Length: 3\r\nExpect: 100-continue\r\n\r\n");
            assertThat(client.send("abc").answer().text()).isEqualTo("abc");
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"h2c", "TLS/1.0", "foo/2, bar"})
    void ignoresUpgradesThatItDoesNotKnow(String protocol) throws IOException {
        Answer answer = answerTo("GET /hello HTTP/1.1\r\nHost: test\r\nConnection: Upgrade, HTTP2-Settings\r\nUpgrade: "
                + protocol + "\r\nHTTP2-Settings: AAMAAABkAAQAAP__\r\nTE: trailers\r\n\r\n");
        assertThat(answer.status()).isEqualTo(200);
        assertThat(answer.closes()).isFalse();
    }

    @Test
    void answersThePrefaceOfHttp2WithAnError() throws IOException {
        assertThat(refusalOf("PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n").status()).isEqualTo(505);
    }

    // ---- the end of a connection

    @Test
    void answersNothingThatFollowsARequestWithClose() throws IOException {
        try (RawClient client = client()) {
            client.get("/hello").send("GET /loop/hello HTTP/1.1\r\nHost: test\r\nConnection: close\r\n\r\n");
            client.get("/hello").get("/hello");
            assertThat(client.answer().closes()).isFalse();
            assertThat(client.answer().closes()).isTrue();
            assertThat(client.atEnd()).isTrue();
        }
    }

    @Test
    void losesNoRefusalThoughTheClientGoesOnSending() throws IOException {
        try (RawClient client = client()) {
            client.send("POST /echo HTTP/1.1\r\nHost: test\r\nContent-Length: 99999999\r\n\r\n");
            for (int i = 0; i < 50; i++) {
                client.send(new byte[64 * 1024]);
            }
            Answer answer = client.answer();
            assertThat(answer.status()).isEqualTo(413);
            client.endOutput();
            assertThat(client.atEnd()).isTrue();
        }
    }

    @Test
    void losesNoLastAnswerThoughTheClientGoesOnSending() throws IOException {
        try (RawClient client = client()) {
            client.send("GET /big?3000000 HTTP/1.1\r\nHost: test\r\nConnection: close\r\n\r\n");
            assertThat(client.line()).isEqualTo("HTTP/1.1 200 OK");
            client.send(new byte[200_000]);
            client.skipHead();
            assertThat(client.rest()).hasSize(3_000_000);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"/hello", "/loop/hello", "/big?5000000", "/file", "/loop/file", "/stream?100000"})
    void answersAllRequestsOfAClientThatEndsItsOutputFirst(String target) throws IOException {
        try (RawClient client = client()) {
            int size = client.get(target).answer().body().length;
            client.get(target).get(target).get(target).endOutput();
            for (int i = 0; i < 3; i++) {
                assertThat(client.answer().body()).hasSize(size);
            }
            assertThat(client.atEnd()).isTrue();
        }
    }
}
