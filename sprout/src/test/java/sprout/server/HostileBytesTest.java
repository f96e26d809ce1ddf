package sprout.server;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import sprout.server.RawClient.Answer;

/**
 * Tests requests that two parsers could read differently. A second request follows each: it must be answered if the
 * first one was accepted, and must not be answered if the first one was refused.
 */
@Timeout(120)
@Tag("slow")
final class HostileBytesTest extends EngineTest {
    private static final String NEXT = "GET /authority HTTP/1.1\r\nHost: next\r\n\r\n";
    private static final String POST = "POST /echo HTTP/1.1\r\nHost: test\r\n";
    private static final String TOKEN_MARKS = "!#$%&'*+-.^_`|~";

    @Test
    void everyByteOfANameIsOneOfATokenOrRefused() throws IOException {
        for (int value = 0; value < 256; value++) {
            boolean token = value < 0x80 && (Character.isLetterOrDigit(value) || TOKEN_MARKS.indexOf(value) >= 0);
            check(value, token || value == ':', "X", "Y: z");
        }
    }

    @Test
    void everyByteOfAValueIsVisibleOrABlankOrRefused() throws IOException {
        for (int value = 0; value < 256; value++) {
            check(value, value == '\t' || (value >= ' ' && value != 0x7f), "X: a", "b");
        }
    }

    private void check(int value, boolean fine, String before, String after) throws IOException {
        if (value == '\r' || value == '\n') {
            return;
        }
        ByteArrayOutputStream request = new ByteArrayOutputStream();
        request.writeBytes(latin1("GET /hello HTTP/1.1\r\nHost: test\r\n" + before));
        request.write(value);
        request.writeBytes(latin1(after + "\r\n\r\n"));
        if (fine) {
            understood(request.toByteArray());
        } else {
            refused(request.toByteArray(), 400);
        }
    }

    /** Visible characters are refused only where browsers do not send them. Bytes above 0x7f must be escaped. */
    @ParameterizedTest
    @ValueSource(strings = {"/x", "/target?x"})
    void everyByteOfATargetIsKeptOrRefused(String start) throws IOException {
        for (int value = 0; value < 256; value++) {
            String request = "GET " + start + (char) value + "41 HTTP/1.1\r\nHost: test\r\n\r\n";
            String refused = start.contains("?") ? "\"<>#" : "\"<>#\\";
            if (value > ' ' && value < 0x7f && value != '?' && refused.indexOf(value) < 0) {
                try (RawClient client = client()) {
                    assertThat(client.send(latin1(request)).answer().text()).contains("x" + (char) value + "41");
                }
            } else if (value != '?' && value != '\r' && value != '\n') {
                refused(latin1(request), 400);
            }
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "GET  /hello HTTP/1.1",
                "GET /hello  HTTP/1.1",
                "GET /hello HTTP/1.1 ",
                " GET /hello HTTP/1.1",
                "GET\t/hello\tHTTP/1.1",
                "GET /hello",
                "GET",
                "GET /hello HTTP/1",
                "GET /hello http/1.1",
                "GET /hello HTTP/1.10",
                "GET /hello HTTP/01.1",
                "GET /hello HTTP /1.1",
                "GET /hello FTP/1.1",
                "GET /hello HTTP/1.1\u0000",
                "G(T /hello HTTP/1.1",
                "G\u0080T /hello HTTP/1.1",
                "GET hello HTTP/1.1",
                "GET /hello\u0000 HTTP/1.1",
                "GET /\u0080 HTTP/1.1",
                "GET /hello#fragment HTTP/1.1",
                "GET \\hello HTTP/1.1",
                "GET /a\"b HTTP/1.1",
                "GET /<b> HTTP/1.1",
                "GET http://user@host/ HTTP/1.1",
                "GET http:///hello HTTP/1.1",
                "GET http://a%/ HTTP/1.1",
                "GET http://[1::2::3]/ HTTP/1.1",
                "GET http://[00001::]/ HTTP/1.1",
                "GET http://[::ffff:127.0.0.01]/ HTTP/1.1",
                "GET http://a\\b/ HTTP/1.1",
                "GET http:/hello HTTP/1.1",
                "GET ftp://host/ HTTP/1.1",
                "GET http://host#x HTTP/1.1",
                "GET * HTTP/1.1",
                "GET ? HTTP/1.1"
            })
    void refusesLinesThatAreNoRequest(String line) throws IOException {
        refused(latin1(line + "\r\nHost: test\r\n\r\n"), 400);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "a b",
                "a/b",
                "a:b",
                "a:80:80",
                "[::1",
                "[::1]x",
                "[g::1]",
                "[]",
                "[:::]",
                "[1::2::3]",
                "[1:2:3:4:5:6:7:8:9]",
                "[12345::]",
                "[00001::]",
                "[::00001]",
                "[0000000001::1]",
                "[::00001]:80",
                "[::ffff:0177.0.0.1]",
                "[::ffff:127.000.000.001]",
                "[::ffff:1.2.3.04]",
                "[::ffff:1.2.00.4]",
                "[::1.2.3]",
                "[::256.1.1.1]",
                "[1.2.3.4]",
                "[fe80::1%25eth0]",
                "[v1.a]",
                "a%",
                "a%4",
                "a%4x",
                "::1",
                "user@a",
                "a:999999",
                "a\\b",
                "a?b",
                "a#b",
                "\"a\"",
                "a\u0080",
                "http://a",
                ""
            })
    void refusesHostsThatAreNone(String host) throws IOException {
        refused(latin1("GET /hello HTTP/1.1\r\nHost: " + host + "\r\n\r\n"), 400);
        refused(latin1("GET /hello HTTP/1.0\r\nHost: " + host + "\r\n\r\n"), 400);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "a",
                "a:",
                "a:80",
                "[::1]",
                "[::1]:80",
                "[1:2:3:4:5:6:7:8]",
                "[::FFFF:1.2.3.4]",
                "[0001::000f:0.20.255.0]",
                "[0:0:0:0:0:0:0:0000]",
                "xn--a.b",
                "127.0.0.1",
                "A_b~.c",
                "a%4Fb"
            })
    void takesHostsThatAreSome(String host) throws IOException {
        understood(latin1("GET /hello HTTP/1.1\r\nHost: " + host + "\r\n\r\n"));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "Transfer-Encoding: xchunked",
                "Transfer-Encoding: chunkedx",
                "Transfer-Encoding: \"chunked\"",
                "Transfer-Encoding: chunked;q=1",
                "Transfer-Encoding: chunked,",
                "Transfer-Encoding:",
                "Transfer-Encoding: chunked chunked",
                "Transfer-Encoding: \u000bchunked",
                "Transfer-Encoding: chunked\u0000",
                "Transfer-Encoding: chunked, gzip",
                "Transfer-Encoding: identity",
                "Transfer-Encoding: chunked\r\nX: y\r\nTransfer-Encoding: gzip",
                "Transfer-Encoding: chunked\r\nTransfer-Encoding:",
                "Transfer-Encoding:\r\nTransfer-Encoding: chunked",
                "Transfer-Encoding: , chunked",
                "Transfer-Encoding: gzip,, chunked",
                "Transfer-Encoding: gzip, chunked, chunked",
                "Transfer-Encoding: chunked, gzip, chunked",
                "Transfer-Encoding: \"gzip\", chunked",
                "Transfer-Encoding: gzip, chunked\r\nContent-Length: 5",
                "Transfer-Encoding\t: chunked",
                "Transfer-Encoding\u0000: chunked",
                " Transfer-Encoding: chunked",
                "Transfer-Encoding: chunked\r\nContent-Length: 5",
                "Content-Length: 5\r\nX: a\r\n\tTransfer-Encoding: chunked",
                "Content-Length: 1_0",
                "Content-Length: -0",
                "Content-Length: 5;",
                "Content-Length: 5 5",
                "Content-Length: 1e1",
                "Content-Length: 0000000000000000005",
                "Content-Length: 5\r\nContent-Length: 6",
                "Content-Length\r\n : 5",
                "Content-Length: 5\rX: y",
                "Content-Length: 5\nX: y",
                "Content-Length: 5\r\r\nX: y"
            })
    void refusesFramingThatHidesARequest(String fields) throws IOException {
        refused(latin1(POST + fields + "\r\n\r\n0\r\n\r\n"), 400);
    }

    /**
     * Several lines of a list field are one list (RFC 9110 section 5.3), so the answer does not depend on how a proxy
     * joins them.
     */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "Transfer-Encoding: gzip, chunked",
                "Transfer-Encoding: gzip,chunked",
                "Transfer-Encoding: gzip\r\nTransfer-Encoding: chunked",
                "Transfer-Encoding: gzip\r\nX: y\r\ntransfer-encoding: deflate \t,\tCHUNKED",
                "Transfer-Encoding: identity, chunked",
                "Transfer-Encoding: x;a=b, chunked"
            })
    void doesNotKnowOtherTransferCodingsInWhicheverLineTheyStand(String fields) throws IOException {
        refused(latin1(POST + fields + "\r\n\r\n0\r\n\r\n"), 501);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "-3\r\nabc\r\n0\r\n\r\n",
                "+3\r\nabc\r\n0\r\n\r\n",
                "0x3\r\nabc\r\n0\r\n\r\n",
                " 3\r\nabc\r\n0\r\n\r\n",
                "3 \r\nabc\r\n0\r\n\r\n",
                "\r\nabc\r\n0\r\n\r\n",
                "3\nabc\r\n0\r\n\r\n",
                "3\r\nabc\n0\r\n\r\n",
                "3\r\nabcd\r\n0\r\n\r\n",
                "3\r\nab\r\n0\r\n\r\n",
                "3,3\r\nabc\r\n0\r\n\r\n",
                "10000000000000003\r\nabc\r\n0\r\n\r\n",
                "7fffffffffffffff\r\nabc",
                "3;a\nabc\r\n0\r\n\r\n",
                "3;a\rb\r\nabc\r\n0\r\n\r\n",
                "3;\r\nabc\r\n0\r\n\r\n",
                "3;a[=b\r\nabc\r\n0\r\n\r\n",
                "3;a=\"b\r\nabc\r\n0\r\n\r\n",
                "3 a\r\nabc\r\n0\r\n\r\n",
                "3;a\u0000\r\nabc\r\n0\r\n\r\n",
                "0\n\n",
                "0\r\n\n",
                "0\r\nA: b\r\n c\r\n\r\n",
                "0\r\nA\r\n\r\n",
                "0\r\nA : b\r\n\r\n",
                "0\r\nA: b\n\r\n",
                "0\r\nA: b\rc\r\n\r\n"
            })
    void refusesChunksThatAreNone(String chunks) throws IOException {
        refused(latin1(POST + "Transfer-Encoding: chunked\r\n\r\n" + chunks), 400);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "3;a=b;c=\"d;\\\"e\"\r\nabc\r\n0;x\r\n\r\n",
                "3 ; a=b\r\nabc\r\n0\t;x\r\n\r\n",
                "000000000000003\r\nabc\r\n00\r\n\r\n",
                "0\r\nChecksum: 1\r\nContent-Length: 3\r\nTransfer-Encoding: gzip\r\nHost: evil\r\n\r\n"
            })
    void takesChunksThatAreOdd(String chunks) throws IOException {
        understood(latin1(POST + "tRANSFER-eNCODING: \t CHUNKED \t\r\n\r\n" + chunks));
    }

    @Test
    void hasALimitForEverythingThatComesInNumbers() throws IOException {
        String chunked = POST + "Transfer-Encoding: chunked\r\n\r\n";
        String get = "GET /hello HTTP/1.1\r\nHost: test\r\n";
        refused(latin1(chunked + ("1;" + "x".repeat(40) + "\r\na\r\n").repeat(1000)), 431);
        refused(latin1(chunked + "0\r\n" + "A: b\r\n".repeat(200)), 431);
        refused(latin1(chunked + "0\r\nA: " + "b".repeat(20_000)), 431);
        refused(latin1(get + "A: b\r\n".repeat(200)), 431);
        refused(latin1(get + "a".repeat(20_000) + ": b\r\n\r\n"), 431);
        refused(latin1("\r\n".repeat(20_000)), 431);
        refused(latin1("GET /" + "a".repeat(30_000)), 414);
        refused(latin1("A".repeat(30_000)), 501);
        refused(latin1("A".repeat(33) + " / HTTP/1.1\r\nHost: test\r\n\r\n"), 501);
        refused(latin1(POST + "Content-Length: 999999999999999999\r\n\r\n"), 413);
        understood(latin1(chunked + "1\r\na\r\n".repeat(5000) + "0\r\n\r\n"));
    }

    @ParameterizedTest
    @CsvSource({"HTTP/2.0, 505", "HTTP/0.9, 505", "HTTP/3.1, 505"})
    void refusesOtherVersions(String version, int status) throws IOException {
        refused(latin1("GET /hello " + version + "\r\nHost: test\r\n\r\n"), status);
    }

    @ParameterizedTest
    @CsvSource({"'100-continue, x', 417", "'', 417", "200-ok, 417", "'\"100-continue\"', 417"})
    void refusesOtherExpectations(String value, int status) throws IOException {
        refused(latin1(POST + "Content-Length: 3\r\nExpect: " + value + "\r\n\r\nabc"), status);
    }

    @Test
    void answersWhatCameBeforeAnErrorAndNothingBehindIt() throws IOException {
        for (String path : List.of("/hello", "/loop/hello")) {
            try (RawClient client = client()) {
                client.get(path).get(path).send("BAD\r\n\r\n" + NEXT);
                assertThat(client.answer().status()).isEqualTo(200);
                assertThat(client.answer().status()).isEqualTo(200);
                assertThat(client.answer().status()).isEqualTo(400);
                assertThat(client.atEnd()).isTrue();
            }
        }
    }

    @Test
    void takesNoRequestOutOfABodyThatNobodyRead() throws IOException {
        String hidden = "GET /smuggled HTTP/1.1\r\nHost: evil\r\n\r\n";
        understood(latin1(
                "GET /ignore HTTP/1.1\r\nHost: test\r\nContent-Length: " + hidden.length() + "\r\n\r\n" + hidden));
        understood(latin1("POST /ignore HTTP/1.1\r\nHost: test\r\nTransfer-Encoding: chunked\r\n\r\n"
                + Integer.toHexString(hidden.length()) + "\r\n" + hidden + "\r\n0\r\n\r\n"));
    }

    /**
     * If the server resumed parsing after the refused chunk, its bytes would be a chunk and the end of the body (RFC
     * 9112 section 11.2).
     */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "A;a@567890\r\n0\r\n\r\n",
                "A;a\u000034567\r\n0\r\n\r\n",
                "A@\r\n0\r\n\r\n",
                "-\r\n0\r\n\r\n",
                "0\r\nA : b\r\n\r\n",
                "0\r\n\u0000\r\n\r\n"
            })
    void answersNothingBehindAChunkThatWasRefusedWhileTheHandlerRead(String broken) throws IOException {
        String large = "9c40\r\n" + "x".repeat(40_000);
        for (String path : List.of("/echo", "/echo-stream", "/loop/echo")) {
            String head = "POST " + path + " HTTP/1.1\r\nHost: test\r\nTransfer-Encoding: chunked\r\n";
            if (!path.equals("/echo-stream")) { // it has begun to answer by then
                refused(latin1(head + "\r\n" + large + "\r\n" + broken), 400);
                refused(latin1(head + "\r\n" + large + "\n" + broken), 400);
            }
            try (RawClient client = client()) {
                client.send(head + "Expect: 100-continue\r\n\r\n");
                assertThat(client.line()).isEqualTo("HTTP/1.1 100 Continue");
                assertThat(client.line()).isEmpty();
                refused(client, latin1("3\r\nabc\r\n" + broken), 400);
            }
        }
    }

    private void understood(byte[] request) throws IOException {
        try (RawClient client = client()) {
            assertThat(client.send(request).send(NEXT).answer().status()).isLessThan(400);
            assertThat(client.answer().text()).as("the request behind it").isEqualTo("next");
        }
    }

    private void refused(byte[] request, int status) throws IOException {
        try (RawClient client = client()) {
            refused(client, request, status);
        }
    }

    private static void refused(RawClient client, byte[] request, int status) throws IOException {
        Answer answer = client.send(request).send(NEXT).answer();
        assertThat(answer.status()).isEqualTo(status);
        assertThat(answer.closes()).as("Connection: close").isTrue();
        assertThat(client.atEnd()).as("nothing behind it is answered").isTrue();
    }

    private static byte[] latin1(String text) {
        return text.getBytes(StandardCharsets.ISO_8859_1);
    }
}
