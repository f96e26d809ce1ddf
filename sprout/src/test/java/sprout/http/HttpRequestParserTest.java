package sprout.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Each fixture is parsed whole, split once at every byte, and byte by byte; the outcome must be the same. */
final class HttpRequestParserTest {
    private static final HttpLimits LIMITS = new HttpLimits(64, 512, 5, 1000);

    private final HttpRequestParser parser = new HttpRequestParser(LIMITS);

    static Stream<Arguments> acceptedHeads() {
        String host = "Host: a\r\n";
        return Stream.of(
                Arguments.of("GET / HTTP/1.1\r\n" + host + "\r\n", "GET / null HTTP/1.1 length=0 keep"),
                Arguments.of("\r\nGET / HTTP/1.1\r\n" + host + "\r\n", "GET / null HTTP/1.1 length=0 keep"),
                Arguments.of("GET /a%20b?c=d HTTP/1.1\r\n" + host + "\r\n", "GET /a%20b c=d HTTP/1.1 length=0 keep"),
                Arguments.of("GET /? HTTP/1.1\r\n" + host + "\r\n", "GET /  HTTP/1.1 length=0 keep"),
                Arguments.of(
                        "GET /{^|`}?[a]`\\^ HTTP/1.1\r\n" + host + "\r\n", "GET /{^|`} [a]`\\^ HTTP/1.1 length=0 keep"),
                Arguments.of("FIND / HTTP/1.1\r\n" + host + "\r\n", "FIND / null HTTP/1.1 length=0 keep"),
                Arguments.of("GET / HTTP/1.0\r\n\r\n", "GET / null HTTP/1.0 length=0 close"),
                Arguments.of("GET / HTTP/1.7\r\n" + host + "\r\n", "GET / null HTTP/1.1 length=0 keep"),
                Arguments.of("OPTIONS * HTTP/1.1\r\n" + host + "\r\n", "OPTIONS * null HTTP/1.1 length=0 keep"),
                Arguments.of("GET HTTP://a:80/b?c HTTP/1.1\r\n" + host + "\r\n", "GET /b c HTTP/1.1 length=0 keep"),
                Arguments.of("GET https://a?b/c HTTP/1.1\r\n" + host + "\r\n", "GET / b/c HTTP/1.1 length=0 keep"),
                Arguments.of("GET / HTTP/1.1\r\nHost: [::1]:8080\r\n\r\n", "GET / null HTTP/1.1 length=0 keep"),
                Arguments.of("GET / HTTP/1.1\r\nhOST:a\t \r\n\r\n", "GET / null HTTP/1.1 length=0 keep"),
                Arguments.of(
                        "GET / HTTP/1.1\r\n" + host + "X:\r\nY: \u00e4\t\u00ff\r\n!#$%&'*+-.^_`|~9: z\r\n\r\n",
                        "GET / null HTTP/1.1 length=0 keep"),
                Arguments.of("POST / HTTP/1.1\r\n" + host + "\r\n", "POST / null HTTP/1.1 length=0 keep"),
                Arguments.of(
                        "POST / HTTP/1.0\r\nContent-Length: 0\r\nExpect: 100-continue\r\n\r\n",
                        "POST / null HTTP/1.0 length=0 close"),
                Arguments.of(
                        "GET / HTTP/1.1\r\n" + host + "TE: trailers, x\r\nUpgrade: h2c\r\nConnection: Upgrade\r\n\r\n",
                        "GET / null HTTP/1.1 length=0 keep"),
                Arguments.of(
                        "PUT / HTTP/1.1\r\n" + host + "Content-Length: 0012\r\n\r\n",
                        "PUT / null HTTP/1.1 length=12 keep"),
                Arguments.of(
                        "PUT / HTTP/1.1\r\n" + host + "Transfer-Encoding: Chunked\r\n\r\n",
                        "PUT / null HTTP/1.1 chunked keep"),
                Arguments.of(
                        "GET / HTTP/1.1\r\n" + host + "Connection: x , CLOSE\r\n\r\n",
                        "GET / null HTTP/1.1 length=0 close"),
                Arguments.of("GET / HTTP/1.0\r\nConnection: Keep-Alive\r\n\r\n", "GET / null HTTP/1.0 length=0 keep"),
                Arguments.of(
                        "GET / HTTP/1.0\r\nConnection: x,keep-alive\r\nConnection:\t,close, \r\n\r\n",
                        "GET / null HTTP/1.0 length=0 close"),
                Arguments.of(
                        "GET / HTTP/1.1\r\n" + host + "Connection: closed\r\nConnection:\r\nclose: close\r\n\r\n",
                        "GET / null HTTP/1.1 length=0 keep"),
                Arguments.of(
                        "PUT / HTTP/1.1\r\n" + host + "Expect: 100-Continue\r\n\r\n",
                        "PUT / null HTTP/1.1 length=0 keep expects"),
                Arguments.of(
                        "PUT / HTTP/1.1\r\n" + host + "Expect: 100-continue,\r\n\r\n",
                        "PUT / null HTTP/1.1 length=0 keep expects"),
                Arguments.of(
                        "PUT / HTTP/1.1\r\n" + host + "Expect: ,\t, 100-continue \t,100-continue\r\n\r\n",
                        "PUT / null HTTP/1.1 length=0 keep expects"));
    }

    @ParameterizedTest
    @MethodSource("acceptedHeads")
    void acceptsHowever(String head, String description) {
        for (int split = 0; split <= head.length(); split++) {
            assertThat(describe(parse(head, split))).isEqualTo(description);
        }
        assertThat(describe(parseByteByByte(head))).isEqualTo(description);
    }

    static Stream<Arguments> refusedHeads() {
        String host = "Host: a\r\n";
        String start = "POST / HTTP/1.1\r\n" + host;
        return Stream.of(
                Arguments.of("GET /\r\n\r\n", 400),
                Arguments.of("GET / HTTP/1.1\n" + host + "\r\n", 400),
                Arguments.of("GET / HTTP/1.1\r" + host + "\r\n", 400),
                Arguments.of("GET  / HTTP/1.1\r\n" + host + "\r\n", 400),
                Arguments.of("GET / HTTP/1.1 \r\n" + host + "\r\n", 400),
                Arguments.of(" GET / HTTP/1.1\r\n" + host + "\r\n", 400),
                Arguments.of("GET\t/ HTTP/1.1\r\n" + host + "\r\n", 400),
                Arguments.of("G(T / HTTP/1.1\r\n" + host + "\r\n", 400),
                Arguments.of("GET / http/1.1\r\n" + host + "\r\n", 400),
                Arguments.of("GET / HTTP/1.10\r\n" + host + "\r\n", 400),
                Arguments.of("GET / HTTP/x.1\r\n" + host + "\r\n", 400),
                Arguments.of("GET a HTTP/1.1\r\n" + host + "\r\n", 400),
                Arguments.of("GET * HTTP/1.1\r\n" + host + "\r\n", 400),
                Arguments.of("GET http:///a HTTP/1.1\r\n" + host + "\r\n", 400),
                Arguments.of("GET http://u@a/ HTTP/1.1\r\n" + host + "\r\n", 400),
                Arguments.of("GET ftp://a/ HTTP/1.1\r\n" + host + "\r\n", 400),
                Arguments.of("GET /a#b HTTP/1.1\r\n" + host + "\r\n", 400),
                Arguments.of("GET /ä HTTP/1.1\r\n" + host + "\r\n", 400),
                Arguments.of("GET /\u0001 HTTP/1.1\r\n" + host + "\r\n", 400),
                Arguments.of("GET /\u007f HTTP/1.1\r\n" + host + "\r\n", 400),
                Arguments.of("\u0016\u0003\u0001\u0000\u00c8", 400),
                Arguments.of("GET / HTTP/1.1\r\n\r\n", 400),
                Arguments.of("GET / HTTP/1.1\r\nHost:\r\n\r\n", 400),
                Arguments.of("GET / HTTP/1.1\r\n" + host + host + "\r\n", 400),
                Arguments.of("GET / HTTP/1.1\r\nHost: a b\r\n\r\n", 400),
                Arguments.of("GET / HTTP/1.1\r\nHost: a/b\r\n\r\n", 400),
                Arguments.of("GET / HTTP/1.1\r\nHost: a:b\r\n\r\n", 400),
                Arguments.of("GET / HTTP/1.1\r\nHost: [::1\r\n\r\n", 400),
                Arguments.of("GET / HTTP/1.1\r\nHost: [a]\r\n\r\n", 400),
                Arguments.of("GET / HTTP/1.1\r\nHost: [::g]\r\n\r\n", 400),
                Arguments.of("GET / HTTP/1.1\r\nHost: [:::]\r\n\r\n", 400),
                Arguments.of("GET / HTTP/1.1\r\nHost: a%4\r\n\r\n", 400),
                Arguments.of("GET / HTTP/1.1\r\nHost: a, b\r\n\r\n", 400),
                Arguments.of("GET / HTTP/1.1\r\nHost: u@a\r\n\r\n", 400),
                Arguments.of("GET / HTTP/1.1\r\nHost: a\u00e4\r\n\r\n", 400),
                Arguments.of("GET / HTTP/1.1\r\n Host: a\r\n\r\n", 400),
                Arguments.of("GET / HTTP/1.1\r\n" + host + "X: a\r\n b\r\n\r\n", 400),
                Arguments.of("GET / HTTP/1.1\r\n" + host + "X : a\r\n\r\n", 400),
                Arguments.of("GET / HTTP/1.1\r\n" + host + ": a\r\n\r\n", 400),
                Arguments.of("GET / HTTP/1.1\r\n" + host + "X\r\n\r\n", 400),
                Arguments.of("GET / HTTP/1.1\r\n" + host + "X: a\u0000b\r\n\r\n", 400),
                Arguments.of("GET / HTTP/1.1\r\n" + host + "X: a\u007fb\r\n\r\n", 400),
                Arguments.of("GET / HTTP/1.1\r\n" + host + "X: a\rb\r\n\r\n", 400),
                Arguments.of("GET / HTTP/1.1\r\n" + host + "X: a\n\r\n", 400),
                Arguments.of(start + "Content-Length: \r\n\r\n", 400),
                Arguments.of(start + "Content-Length: +1\r\n\r\n", 400),
                Arguments.of(start + "Content-Length: -1\r\n\r\n", 400),
                Arguments.of(start + "Content-Length: 0x1\r\n\r\n", 400),
                Arguments.of(start + "Content-Length: 1, 1\r\n\r\n", 400),
                Arguments.of(start + "Content-Length: 1\r\nContent-Length: 2\r\n\r\n", 400),
                Arguments.of(start + "Content-Length: 1\r\nContent-Length: 1\r\n\r\n", 400),
                Arguments.of(start + "Content-Length: 18446744073709551617\r\n\r\n", 400),
                Arguments.of(start + "Content-Length: 1\r\nTransfer-Encoding: chunked\r\n\r\n", 400),
                Arguments.of(start + "Transfer-Encoding: chunked\r\nContent-Length: 1\r\n\r\n", 400),
                Arguments.of(start + "Transfer-Encoding: gzip\r\n\r\n", 400),
                Arguments.of(start + "Transfer-Encoding: xchunked\r\n\r\n", 400),
                Arguments.of(start + "Transfer-Encoding: \u000bchunked\r\n\r\n", 400),
                Arguments.of(start + "Transfer-Encoding: chunked, chunked\r\n\r\n", 400),
                Arguments.of(start + "Transfer-Encoding: chunked\r\nTransfer-Encoding: chunked\r\n\r\n", 400),
                Arguments.of("POST / HTTP/1.0\r\nTransfer-Encoding: chunked\r\n\r\n", 400),
                Arguments.of(start + "Transfer-Encoding: chunked, gzip\r\n\r\n", 400),
                Arguments.of(start + "Transfer-Encoding:\r\n\r\n", 400),
                Arguments.of(start + "Transfer-Encoding: chunked;a=b\r\n\r\n", 400),
                Arguments.of("POST / HTTP/1.0\r\n" + host + "\r\n", 411),
                Arguments.of("PUT / HTTP/1.0\r\n\r\n", 411),
                Arguments.of(start + "Content-Length: 1001\r\n\r\n", 413),
                Arguments.of("GET /" + "a".repeat(64) + " HTTP/1.1\r\n" + host + "\r\n", 414),
                Arguments.of("GET /" + "a".repeat(200), 414),
                Arguments.of(start + "Expect: 200-ok\r\n\r\n", 417),
                Arguments.of(start + "Expect: 100-continue, x\r\n\r\n", 417),
                Arguments.of(start + "Expect: 100-continue\r\nExpect: x\r\n\r\n", 417),
                Arguments.of(start + "Expect: , ,\r\n\r\n", 417),
                Arguments.of(start + "X: 1\r\n".repeat(5) + "\r\n", 431),
                Arguments.of(start + "X: " + "a".repeat(512) + "\r\n\r\n", 431),
                Arguments.of(start + "X: " + "a".repeat(512), 431),
                Arguments.of(start + "Transfer-Encoding: gzip, chunked\r\nContent-Length: 1\r\n\r\n", 400),
                Arguments.of(start + "Transfer-Encoding: gzip, chunked\r\n\r\n", 501),
                Arguments.of(start + "Transfer-Encoding: gzip\r\nX: y\r\nTransfer-Encoding: chunked\r\n\r\n", 501),
                Arguments.of("CONNECT a:80 HTTP/1.1\r\n" + host + "\r\n", 501),
                Arguments.of("A".repeat(200), 501),
                Arguments.of("A".repeat(33) + " / HTTP/1.1\r\n" + host + "\r\n", 501),
                Arguments.of("GET / HTTP/2.0\r\n" + host + "\r\n", 505),
                Arguments.of("GET / HTTP/0.9\r\n" + host + "\r\n", 505));
    }

    @ParameterizedTest
    @MethodSource("refusedHeads")
    void refusesHowever(String head, int status) {
        for (int split = 0; split <= head.length(); split++) {
            int at = split;
            assertThat(refusal(() -> parse(head, at))).as("split at " + split).isEqualTo(status);
        }
        assertThat(refusal(() -> parseByteByByte(head))).as("byte by byte").isEqualTo(status);
    }

    @Test
    void findsWhereTheHeadEndsAndTheNextRequestBegins() {
        byte[] bytes = latin1("xxGET /a HTTP/1.1\r\nHost: a\r\n\r\nGET /b HTTP/1.0\r\n\r\nrest");
        RequestHead head = new RequestHead();
        assertThat(parser.parse(head, bytes, 2, bytes.length)).isTrue();
        assertThat(head.target()).isEqualTo("/a");
        int next = 2 + head.length();
        head.reset();
        assertThat(parser.parse(head, bytes, next, bytes.length)).isTrue();
        assertThat(head.target()).isEqualTo("/b");
        assertThat(head.headers().size()).isZero();
        assertThat(new String(bytes, next + head.length(), 4, StandardCharsets.ISO_8859_1))
                .isEqualTo("rest");
    }

    @Test
    void keepsHeadersInOrderAndFindsThemInAnyCase() {
        RequestHead head = parse("GET / HTTP/1.1\r\nHost: a\r\nx-A: 1\r\nX-B:\t2 \r\nX-a: 3, 4\r\n\r\n", 0);
        assertThat(head.headers().first("X-A")).isEqualTo("1");
        assertThat(head.headers().all("x-a")).containsExactly("1", "3, 4");
        assertThat(head.headers().first("X-B")).isEqualTo("2");
        assertThat(head.headers().first("X-C")).isNull();
        assertThat(head.headers().contains("hOST")).isTrue();
        assertThat(head.headers().names()).containsExactly("Host", "x-A", "X-B");
        assertThat(head.headers()).extracting(field -> field.getKey()).containsExactly("Host", "x-A", "X-B", "X-a");
    }

    @ParameterizedTest
    @CsvSource({
        "GET / HTTP/1.1,a:1",
        "GET http://b:2/x HTTP/1.1,b:2",
        "GET https://b?x HTTP/1.1,b",
        "OPTIONS * HTTP/1.1,a:1"
    })
    void knowsTheHostOfAnAbsoluteTargetBetterThanTheHostHeader(String requestLine, String authority) {
        assertThat(parse(requestLine + "\r\nHost: a:1\r\n\r\n", 0).authority()).isEqualTo(authority);
    }

    @Test
    void followsItsBytesToAnotherArray() {
        byte[] bytes = latin1("GET /here HTTP/1.1\r\nHost: a\r\nX: moved\r\n\r\n");
        RequestHead head = new RequestHead();
        assertThat(parser.parse(head, bytes, 0, 30)).isFalse();
        byte[] moved = new byte[100];
        System.arraycopy(bytes, 0, moved, 50, bytes.length);
        Arrays.fill(bytes, (byte) 0);
        assertThat(parser.parse(head, moved, 50, 50 + bytes.length)).isTrue();
        assertThat(head.target()).isEqualTo("/here");
        assertThat(head.headers().first("X")).isEqualTo("moved");
    }

    @ParameterizedTest
    @ValueSource(strings = {"%", "%2", "%zz", "%00", "%ff", "%c3%28", "%ed%a0%80"})
    void refusesEscapesThatAreNoText(String escape) {
        assertThat(refusal(() -> PercentEncoding.decodePath("/" + escape))).isEqualTo(400);
    }

    @Test
    void decodesEscapesAsUtf8() {
        assertThat(PercentEncoding.decodePath("/%E4%B8%96+%F0%9F%8C%B1%2f%41")).isEqualTo("/世+🌱/A");
        assertThat(PercentEncoding.decodeQuery("a+b%2B")).isEqualTo("a b+");
    }

    private static int refusal(Runnable parsing) {
        HttpException refusal = catchThrowableOfType(HttpException.class, parsing::run);
        assertThat(refusal).as("refused").isNotNull();
        return refusal.status();
    }

    private static String describe(RequestHead head) {
        return head.method() + " " + head.rawPath() + " " + head.query() + " " + head.version()
                + (head.chunked() ? " chunked" : " length=" + head.contentLength())
                + (head.keepAlive() ? " keep" : " close")
                + (head.expectContinue() ? " expects" : "");
    }

    private RequestHead parse(String text, int split) {
        byte[] bytes = latin1(text);
        RequestHead head = new RequestHead();
        if (!parser.parse(head, bytes, 0, split)) {
            assertThat(parser.parse(head, bytes, 0, bytes.length))
                    .as("complete")
                    .isTrue();
        }
        return head;
    }

    private RequestHead parseByteByByte(String text) {
        byte[] bytes = latin1(text);
        RequestHead head = new RequestHead();
        for (int end = 1; end < bytes.length; end++) {
            assertThat(parser.parse(head, bytes, 0, end)).isFalse();
        }
        assertThat(parser.parse(head, bytes, 0, bytes.length)).as("complete").isTrue();
        return head;
    }

    private static byte[] latin1(String text) {
        return text.getBytes(StandardCharsets.ISO_8859_1);
    }
}
