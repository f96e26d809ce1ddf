package sprout.mvc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.avaje.json.JsonDataException;
import io.avaje.jsonb.Jsonb;
import java.lang.reflect.Type;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import sprout.http.HttpException;

/** Values that the library's reader misreads or refuses. */
class CheckedJsonTest {
    private static final Json JSON = Json.generated();

    @ParameterizedTest
    @CsvSource({
        "9223372036854775807, 9223372036854775807",
        "-9223372036854775808, -9223372036854775808",
        "123456789012345678, 123456789012345678",
        "1e3, 1000",
        "12.0, 12",
        "-0, 0",
        "'\"17\"', 17"
    })
    void wholeNumbersAreReadExactly(String json, long value) {
        assertThat(read(json, Long.class)).isEqualTo(value);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "18446744073709551617",
                "-18446744073709551617",
                "20000000000000000000",
                "9223372036854775808",
                "1e9999",
                "1.5",
                "true",
                "\"\"",
                "\" 1\"",
                "\"1e9\"",
                "\"0x1\"",
                "{}"
            })
    void whatIsNoLongIsRefused(String json) {
        assertRefused(json, Long.class);
    }

    @ParameterizedTest
    @CsvSource({
        "1e-70, 1e-70",
        "1.000000000000001, 1.000000000000001",
        "0.1, 0.1",
        "-2.5E+3, -2500",
        "1e-999, 0",
        "9007199254740993, 9007199254740992",
        "'\"2.5\"', 2.5"
    })
    void doublesAreTheNearestOnes(String json, double value) {
        assertThat(read(json, Double.class)).isEqualTo(value);
    }

    @ParameterizedTest
    @ValueSource(strings = {"1e999", "-1e999", "\"NaN\"", "\"1f\"", "\"1e9\"", "null1"})
    void whatIsNoDoubleIsRefused(String json) {
        assertRefused(json, Double.class);
    }

    @Test
    void numbersOfOtherTypesKeepTheirRange() {
        assertThat(read("127", Byte.class)).isEqualTo((byte) 127);
        assertRefused("128", Byte.class);
        assertRefused("-32769", Short.class);
        assertRefused("2147483648", Integer.class);
        assertThat(read("0.1", Float.class)).isEqualTo(0.1f);
        assertRefused("1e39", Float.class);
        assertThat(read("0.10", BigDecimal.class)).isEqualTo(new BigDecimal("0.10"));
        assertThat(read("1e20", BigInteger.class)).isEqualTo(new BigInteger("100000000000000000000"));
        assertRefused("1.5", BigInteger.class);
        assertRefused("1e9999", BigInteger.class);
    }

    /** The library begins with room for 4096 characters, and gives up beyond 32,768. */
    @ParameterizedTest
    @ValueSource(ints = {0, 4095, 4096, 32_769, 500_000})
    void stringsMayHaveAnyLength(int length) {
        String plain = "x".repeat(length);
        String other = "ü😀".repeat(length / 2);

        assertThat(read("[\"" + plain + "\",\"" + other + "\"]", Object.class)).isEqualTo(List.of(plain, other));
    }

    @Test
    void escapesAreResolvedOnceInNamesAndStrings() {
        String json = """
                {"\\\\": "\\\\n", "a\\\\n": "\\"\\/\\b\\f\\n\\r\\t", "\\u00e4\\ud83d\\ude00": "\\u0000"}
                """;

        assertThat(read(json, Object.class)).isEqualTo(Map.of("\\", "\\n", "a\\n", "\"/\b\f\n\r\t", "ä😀", "\0"));
    }

    /** The two have the same hash of 32 bits, by which the library recognizes names. */
    @Test
    void aNameIsNotMistakenForAnotherOfTheSameHash() {
        CheckedJson json = new CheckedJson(bytes("{\"costarring\":7}"));
        json.beginObject(Jsonb.builder().build().properties("liquid"));

        assertThat(json.hasNextField()).isTrue();
        assertThat(json.nextField()).isEqualTo("costarring");
        assertThat(json.readInt()).isEqualTo(7);
        assertThat(json.hasNextField()).isFalse();
    }

    /** The library's generated adapters always do; those of an application may not. */
    @Test
    void whoStopsInTheMiddleIsTold() {
        CheckedJson json = new CheckedJson(bytes("[1,2]"));
        json.beginArray();
        assertThat(json.hasNextElement()).isTrue();
        assertThat(json.readInt()).isEqualTo(1);

        assertThatExceptionOfType(JsonDataException.class).isThrownBy(json::endArray);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{\"a\":[1,{\"b\":\"}]\\\"\"}],\"c\":null}",
                "[[],{},true,false,-1.5e3]",
                "\"\\\\\"",
                "12",
                "null"
            })
    void aValueThatNobodyWantsIsSkippedWhole(String value) {
        CheckedJson json = new CheckedJson(bytes(" [ " + value + " , 5 ] "));
        json.beginArray();

        assertThat(json.hasNextElement()).isTrue();
        assertThat(json.readRaw()).isEqualTo(value);
        assertThat(json.hasNextElement()).isTrue();
        assertThat(json.readInt()).isEqualTo(5);
        assertThat(json.hasNextElement()).isFalse();
        json.endArray();
    }

    private static Object read(String json, Type type) {
        return JSON.read(bytes(json), type);
    }

    private static void assertRefused(String json, Type type) {
        assertThatExceptionOfType(HttpException.class)
                .as(json)
                .isThrownBy(() -> read(json, type))
                .satisfies(refusal -> assertThat(refusal.status()).isEqualTo(400));
    }

    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }
}
