package sprout.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Each fixture is decoded whole, split once at every byte, and byte by byte; the outcome must be the same. */
final class ChunkedDecoderTest {
    private static final HttpLimits LIMITS = new HttpLimits(64, 256, 3, 40);

    private static final byte[] ASCII_END = "\r\n0\r\n\r\n".getBytes(StandardCharsets.US_ASCII);
    private static final byte[] ASCII_CHUNK = "\r\n1\r\na\r\n0\r\n\r\n".getBytes(StandardCharsets.US_ASCII);

    private final ChunkedDecoder decoder = new ChunkedDecoder(LIMITS);

    @ParameterizedTest
    @ValueSource(
            strings = {
                "0\r\n\r\n|",
                "3\r\nabc\r\n0\r\n\r\n|abc",
                "0003\r\nabc\r\nA\r\n0123456789\r\n000\r\n\r\n|abc0123456789",
                "a;x=\"y\";z\r\n0123456789\r\n0;end\r\n\r\n|0123456789",
                "3 \t;x=1\r\nabc\r\n0 ;y\r\n\r\n|abc",
                "3;a = b ; c\t=\t\"d;\\\"\\\\ \u00e9\" ;e;!='\r\nabc\r\n0;a=\"\"\r\n\r\n|abc",
                "3\r\na\r\n\r\n0\r\nX: 1\r\n\r\n|a\r\n"
            })
    void decodesHowever(String fixture) {
        int bar = fixture.lastIndexOf('|');
        byte[] bytes = fixture.substring(0, bar).getBytes(StandardCharsets.ISO_8859_1);
        for (int split = 0; split <= bytes.length; split++) {
            assertThat(decode(bytes, split)).isEqualTo(fixture.substring(bar + 1));
        }
        assertThat(decodeByteByByte(bytes)).isEqualTo(fixture.substring(bar + 1));
    }

    static Stream<Arguments> broken() {
        return Stream.of(
                Arguments.of("\r\n", 400),
                Arguments.of("g\r\n", 400),
                Arguments.of("-1\r\n", 400),
                Arguments.of("0x1\r\n", 400),
                Arguments.of("1 \r\n", 400),
                Arguments.of(" 1\r\n", 400),
                Arguments.of("1\na", 400),
                Arguments.of("1\rX", 400),
                Arguments.of("1;x\n", 400),
                Arguments.of("1;\u0000", 400),
                Arguments.of("1;\r\n", 400),
                Arguments.of("1;;a\r\n", 400),
                Arguments.of("1;a;\r\n", 400),
                Arguments.of("1;a=\r\n", 400),
                Arguments.of("1;=b\r\n", 400),
                Arguments.of("1;a=b=c\r\n", 400),
                Arguments.of("1;a b\r\n", 400),
                Arguments.of("1;a=b \r\n", 400),
                Arguments.of("1;a\t\r\n", 400),
                Arguments.of("1;a[=b\r\n", 400),
                Arguments.of("1;a=b,c\r\n", 400),
                Arguments.of("1;a=\"b\r\n", 400),
                Arguments.of("1;a=\"b\"c\r\n", 400),
                Arguments.of("1;a=\"\\\r\n", 400),
                Arguments.of("1;a=\"\u007f\"\r\n", 400),
                Arguments.of("1 a\r\n", 400),
                Arguments.of("1\r\nab", 400),
                Arguments.of("1\r\na\n", 400),
                Arguments.of("1\r\na\rx", 400),
                Arguments.of("0000000000000001\r\n", 400),
                Arguments.of("0\r\nX : 1\r\n", 400),
                Arguments.of("0\r\nX: 1\n", 400),
                Arguments.of("0\r\nX: 1\rY", 400),
                Arguments.of("0\r\n X: 1\r\n", 400),
                Arguments.of("0\r\nX: \u0000", 400),
                Arguments.of("29\r\n", 413),
                Arguments.of("7fffffffffffff\r\n", 413),
                Arguments.of("1" + " ".repeat(300), 431),
                Arguments.of("1;" + "x".repeat(300), 431),
                Arguments.of("0\r\n" + "Host: 1\r\n".repeat(4), 431),
                Arguments.of("0\r\nX: " + "x".repeat(300), 431),
                Arguments.of("0\r\n" + "X: 1\r\n".repeat(4), 431));
    }

    @ParameterizedTest
    @MethodSource("broken")
    void refusesHowever(String text, int status) {
        byte[] bytes = text.getBytes(StandardCharsets.ISO_8859_1);
        for (int split = 0; split <= bytes.length; split++) {
            int at = split;
            HttpException refusal = catchThrowableOfType(HttpException.class, () -> decode(bytes, at));
            assertThat(refusal.status()).as("split at " + split).isEqualTo(status);
        }
    }

    /** What a caller who has not moved on feeds again must not be understood the second time. */
    @ParameterizedTest
    @MethodSource("broken")
    void acceptsNothingAfterAnError(String text, int status) {
        byte[] bytes = text.getBytes(StandardCharsets.ISO_8859_1);
        for (byte[] next : List.of(bytes, ASCII_END, ASCII_CHUNK)) {
            HttpException refusal = catchThrowableOfType(HttpException.class, () -> decode(bytes, bytes.length));
            assertThat(refusal.status()).isEqualTo(status);
            for (int at = 0; at < next.length; at++) {
                int from = at;
                assertThat(catchThrowableOfType(
                                HttpException.class, () -> decoder.skipFraming(next, from, next.length)))
                        .as("fed again from %d", at)
                        .isNotNull();
                assertThat(decoder.dataRemaining()).isZero();
                assertThat(decoder.done()).isFalse();
            }
        }
    }

    @Test
    void beginsAnewAfterAnError() {
        byte[] broken = "x".getBytes(StandardCharsets.ISO_8859_1);
        assertThat(catchThrowableOfType(HttpException.class, () -> decode(broken, 0)))
                .isNotNull();
        assertThat(decode("1\r\na\r\n0\r\n\r\n".getBytes(StandardCharsets.ISO_8859_1), 0))
                .isEqualTo("a");
    }

    @Test
    void addsUpChunksAgainstTheLimit() {
        byte[] bytes = ("20\r\n" + "x".repeat(32) + "\r\n9\r\n").getBytes(StandardCharsets.ISO_8859_1);
        HttpException refusal = catchThrowableOfType(HttpException.class, () -> decode(bytes, 0));
        assertThat(refusal.status()).isEqualTo(413);
    }

    @Test
    void allowsExtensionsThatAreNotMuchLongerThanTheData() {
        String first = "20;" + "x".repeat(250) + "\r\n" + "d".repeat(32) + "\r\n";
        String second = "8;" + "x".repeat(30) + "\r\n" + "d".repeat(8) + "\r\n";
        byte[] allowed = (first + second + "0\r\n\r\n").getBytes(StandardCharsets.ISO_8859_1);
        assertThat(decode(allowed, 0)).isEqualTo("d".repeat(40));
        byte[] longer = (first + second + "0;" + "x".repeat(13) + "\r\n\r\n").getBytes(StandardCharsets.ISO_8859_1);
        HttpException refusal = catchThrowableOfType(HttpException.class, () -> decode(longer, 0));
        assertThat(refusal.status()).isEqualTo(431);
    }

    @Test
    void keepsTrailersUntilTheNextBody() {
        decode("0\r\nA: 1\r\nB:\r\n\r\n".getBytes(StandardCharsets.ISO_8859_1), 0);
        assertThat(decoder.trailers().first("a")).isEqualTo("1");
        assertThat(decoder.trailers().first("b")).isEmpty();
        decode("0\r\n\r\n".getBytes(StandardCharsets.ISO_8859_1), 0);
        assertThat(decoder.trailers().size()).isZero();
    }

    @Test
    void dropsTrailersThatMayNotStandThere() {
        decode("0\r\nHost: b\r\nCONTENT-LENGTH: 5\r\nB: 2\r\n\r\n".getBytes(StandardCharsets.ISO_8859_1), 0);
        assertThat(decoder.trailers().names()).containsExactly("B");
    }

    @Test
    void leavesWhatFollowsTheBody() {
        decoder.reset();
        byte[] bytes = "0\r\n\r\nGET".getBytes(StandardCharsets.ISO_8859_1);
        assertThat(decoder.skipFraming(bytes, 0, bytes.length)).isEqualTo(5);
        assertThat(decoder.done()).isTrue();
    }

    private String decode(byte[] bytes, int split) {
        decoder.reset();
        ByteArrayOutputStream data = new ByteArrayOutputStream();
        feed(bytes, 0, split, data);
        feed(bytes, split, bytes.length, data);
        assertThat(decoder.done()).isTrue();
        return data.toString(StandardCharsets.ISO_8859_1);
    }

    private String decodeByteByByte(byte[] bytes) {
        decoder.reset();
        ByteArrayOutputStream data = new ByteArrayOutputStream();
        for (int at = 0; at < bytes.length; at++) {
            assertThat(decoder.done()).isFalse();
            feed(bytes, at, at + 1, data);
        }
        assertThat(decoder.done()).isTrue();
        return data.toString(StandardCharsets.ISO_8859_1);
    }

    private void feed(byte[] bytes, int from, int to, ByteArrayOutputStream data) {
        int at = from;
        while (at < to) {
            at = decoder.skipFraming(bytes, at, to);
            int count = (int) Math.min(decoder.dataRemaining(), to - at);
            if (count > 0) {
                data.write(bytes, at, count);
                decoder.dataTaken(count);
                at += count;
            }
        }
    }
}
