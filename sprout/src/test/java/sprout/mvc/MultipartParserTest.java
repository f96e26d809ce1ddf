package sprout.mvc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import sprout.http.HttpException;

class MultipartParserTest {
    private static final String BODY = """
            a preamble, which nobody reads --b
            --b \t
            Content-Disposition: form-data; name="a"

            one
            -- b
            --
            two
            --b
            X-Name:  Grüße\s\s
            other: x


            --b
            y: z


            --b--
            an epilogue
            --b
            """.replace("\n", "\r\n");
    private static final List<String> FOUND = List.of(
            "{content-disposition=form-data; name=\"a\"}",
            "one\r\n-- b\r\n--\r\ntwo",
            "{x-name=Grüße, other=x}",
            "",
            "{y=z}",
            "");

    @Test
    void theSamePartsAreFoundHoweverTheBodyIsSplit() {
        byte[] body = BODY.getBytes(StandardCharsets.UTF_8);
        assertThat(parts(body, body.length)).isEqualTo(FOUND);
        for (int step = 1; step < body.length; step++) {
            assertThat(parts(body, step)).as("in steps of %d bytes", step).isEqualTo(FOUND);
        }
        for (int split = 0; split <= body.length; split++) {
            Collecting parts = new Collecting();
            MultipartParser parser = new MultipartParser("b", 1000, parts);
            parser.push(body, 0, split);
            parser.push(body, split, body.length - split);
            parser.finish();
            assertThat(parts.found).as("split at %d", split).isEqualTo(FOUND);
        }
    }

    /** The line break before the delimiter is that of the empty line (RFC 2046 section 5.1.1). */
    @ParameterizedTest
    @CsvSource({
        "'--b\r\na: 1\r\n\r\n--b\r\nc: 2\r\n\r\nx\r\n--b--', '{a=1}||{c=2}|x'",
        "'--b\r\na: 1\r\n\r\n--b--', '{a=1}|'",
        "'--b\r\na: 1\r\n\r\n--b \t\r\nc: 2\r\n\r\n--b--', '{a=1}||{c=2}|'",
        "'--b\r\na: 1\r\n\r\n--\r\n--b--', '{a=1}|--'",
        "'--b\r\na: 1\r\n\r\n-\r\n--b--', '{a=1}|-'",
        "'--b\r\na: 1\r\n\r\n--a\r\n--b--', '{a=1}|--a'"
    })
    void aPartWithoutContentEndsAtTheNextDelimiter(String text, String found) {
        byte[] body = text.getBytes(StandardCharsets.UTF_8);
        for (int step = 1; step <= body.length; step++) {
            assertThat(String.join("|", parts(body, step)))
                    .as("in steps of %d bytes", step)
                    .isEqualTo(found);
        }
    }

    @Test
    void aHeaderMayBeFoldedAndOccursOnce() {
        byte[] folded = "--b\r\na: 1;\r\n 2\r\n\t3\r\nc: 4\r\n\r\nx\r\n--b--".getBytes(StandardCharsets.UTF_8);
        for (int step = 1; step <= folded.length; step++) {
            assertThat(parts(folded, step)).containsExactly("{a=1; 2 3, c=4}", "x");
        }
        for (String wrong : List.of("--b\r\n a: 1\r\n\r\nx\r\n--b--", "--b\r\na: 1\r\nA: 2\r\n\r\nx\r\n--b--")) {
            byte[] body = wrong.getBytes(StandardCharsets.UTF_8);
            assertThatExceptionOfType(HttpException.class)
                    .isThrownBy(() -> parts(body, body.length))
                    .satisfies(e -> assertThat(e.status()).isEqualTo(400));
        }
    }

    /** Searched anew for each byte, this would take hours. */
    @Test
    @Timeout(100)
    void aLongHeadThatComesByteByByteIsSearchedOnce() {
        byte[] body = ("--b\r\nx: " + "x".repeat(4_000_000) + "\r\n\r\n\r\n--b--").getBytes(StandardCharsets.UTF_8);
        Collecting parts = new Collecting();
        MultipartParser parser = new MultipartParser("b", Integer.MAX_VALUE, parts);
        for (int at = 0; at < body.length; at++) {
            parser.push(body, at, 1);
        }
        parser.finish();
        assertThat(parts.found).hasSize(2).last().isEqualTo("");
    }

    @Test
    void noContentIsTakenForADelimiter() {
        Random random = new Random(7);
        for (int round = 0; round < 300; round++) {
            StringBuilder content = new StringBuilder();
            for (int i = 0; i < 60; i++) {
                content.append("\r\n-bx".charAt(random.nextInt(5)));
            }
            String text = content.toString();
            if (text.contains("\r\n--bb") || text.startsWith("--bb")) {
                continue;
            }
            byte[] body = ("--bb\r\nh: v\r\n\r\n" + text + "\r\n--bb--").getBytes(StandardCharsets.UTF_8);
            Collecting parts = new Collecting();
            MultipartParser parser = new MultipartParser("bb", 1000, parts);
            for (int at = 0; at < body.length; ) {
                int step = Math.min(body.length - at, 1 + random.nextInt(9));
                parser.push(body, at, step);
                at += step;
            }
            parser.finish();
            assertThat(parts.found).containsExactly("{h=v}", text);
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "--b",
                "--b\r\n",
                "--b\r\n\r\n",
                "--b\r\n\r\n--b",
                "--b\r\n\r\nx\r\n--b",
                "--b\r\n\r\nx\r\n--b-"
            })
    void aBodyThatEndsEarlyIsRefused(String body) {
        assertThatExceptionOfType(HttpException.class)
                .isThrownBy(() -> parts(body.getBytes(StandardCharsets.UTF_8), 1))
                .satisfies(e -> assertThat(e.status()).isEqualTo(400));
    }

    @ParameterizedTest
    @ValueSource(strings = {"../../etc/passwd", "C:\\temp\\passwd", "pass\u0000wd\r\n", "..\\..\\passwd", "/passwd"})
    void aFileNameHasNoFolderAndNoControlCharacter(String name) {
        assertThat(FormParts.sanitized(name)).isEqualTo("passwd");
    }

    @ParameterizedTest
    @ValueSource(strings = {"..", ".", "a/..", "", "a\\."})
    void aFolderIsNoFileName(String name) {
        assertThat(FormParts.sanitized(name)).isEmpty();
    }

    private static List<String> parts(byte[] body, int step) {
        Collecting parts = new Collecting();
        MultipartParser parser = new MultipartParser("b", 1000, parts);
        for (int at = 0; at < body.length; at += step) {
            parser.push(body, at, Math.min(step, body.length - at));
        }
        parser.finish();
        return parts.found;
    }

    private static final class Collecting implements MultipartParser.Parts {
        private final List<String> found = new ArrayList<>();
        private final StringBuilder content = new StringBuilder();

        @Override
        public void begin(Map<String, String> headers) {
            found.add(headers.toString());
            content.setLength(0);
        }

        @Override
        public void data(byte[] bytes, int offset, int length) {
            content.append(new String(bytes, offset, length, StandardCharsets.ISO_8859_1));
        }

        @Override
        public void end() {
            found.add(content.toString());
        }
    }
}
