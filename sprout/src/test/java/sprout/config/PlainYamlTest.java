package sprout.config;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import java.util.Random;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What is read quickly must be read as the library reads it. */
class PlainYamlTest {
    private static final String[] PARTS = {
        "a",
        "b-c",
        "key",
        "x.y",
        ":",
        ": ",
        ":  ",
        "\n",
        "\n",
        "\n  ",
        "\n    ",
        "\n ",
        " ",
        "1",
        "08",
        "0",
        "1.5",
        "1e3",
        "30s",
        "true",
        "null",
        "Null",
        "~",
        "'",
        "\"",
        "\\",
        "#",
        " #",
        "- ",
        "-",
        "[",
        "]",
        "{",
        "}",
        "&",
        "*",
        "!",
        "|",
        ">",
        "${A:b}",
        "/p",
        "@",
        ",",
        "%",
        "\t",
        "\r\n",
        "Grüße",
        "---",
        "...",
        "?",
        "_",
        "0x1F",
        "0o7",
        "123456789012345678901",
        "1_000",
        "jdbc:x://h:1/d",
        "\u2028",
        "\ufeff"
    };

    @Test
    void aFileAsTheyAreIsReadPlainly() {
        Map<String, String> settings = PlainYaml.parse("""
            # comment
            server:
              port: ${SERVER_PORT:8080} # of the API

              thread-type: platform
            datasource:
              url: jdbc:postgresql://${DB_HOST:localhost}:${DB_PORT:5432}/people
              password: 'a # b'
              idle-timeout: 10m
            empty:
            path: "/x"
            """);
        assertThat(settings)
                .containsOnly(
                        Map.entry("server.port", "${SERVER_PORT:8080}"),
                        Map.entry("server.thread-type", "platform"),
                        Map.entry("datasource.url", "jdbc:postgresql://${DB_HOST:localhost}:${DB_PORT:5432}/people"),
                        Map.entry("datasource.password", "a # b"),
                        Map.entry("datasource.idle-timeout", "10m"),
                        Map.entry("path", "/x"));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "a: [1]",
                "a:\n- 1",
                "a: 1.50",
                "a: 1\na: 2",
                "a: |\n  b",
                "a: b\n  c",
                "a: &x 1",
                "a: null",
                "\ta: 1",
                "a",
                "a: b: c"
            })
    void theRestIsLeftToTheLibrary(String text) {
        assertThat(PlainYaml.parse(text)).isNull();
    }

    @Test
    void ofAnyTextEitherNothingIsMadeOrWhatTheLibraryMakes() {
        Random random = new Random(7);
        int plain = 0;
        for (int i = 0; i < 30_000; i++) {
            StringBuilder text = new StringBuilder();
            for (int parts = random.nextInt(14); parts >= 0; parts--) {
                text.append(PARTS[random.nextInt(random.nextBoolean() ? 12 : PARTS.length)]);
            }
            @Nullable Map<String, String> quick = PlainYaml.parse(text.toString());
            if (quick != null) {
                plain++;
                assertThat(quick).as(text.toString()).isEqualTo(full(text.toString()));
            }
        }
        assertThat(plain).isGreaterThan(500);
    }

    private static Object full(String text) {
        try {
            return FullYaml.parse(text, "a file");
        } catch (ConfigException e) {
            return e;
        }
    }
}
