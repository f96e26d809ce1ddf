package sprout.mvc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatNoException;

import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import sprout.http.HttpException;

class JsonSyntaxTest {
    @ParameterizedTest
    @ValueSource(
            strings = {
                "{}",
                "[]",
                " [1, -0.5e+10 ,true,false,null,\"\\u00e4\\n\\\"\"] ",
                "{\"a\":{\"a\":1},\"b\":[{\"a\":1},{\"a\":2}],\"\":0}",
                "\"\\ud83d\\ude00 ä\"",
                "0",
                "1e308"
            })
    void whatRfc8259AllowsPasses(String json) {
        assertThatNoException().isThrownBy(() -> JsonSyntax.require(bytes(json)));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '~',
            value = {
                "{\"a\":1,\"a\":2} | a",
                "{\"a\":1,\"\\u0061\":2} | a",
                "{\"\\u0061\":1,\"a\":2} | a",
                "{\"x\":{\"l\":[0,{\"b\":1,\"c\":2,\"b\":3}]}} | x.l[1].b",
                "{\"a\":01} | a",
                "{\"a\":1.} | a",
                "{\"a\":.5} | a",
                "{\"a\":1e} | a",
                "{\"a\":1e99999} | a",
                "{\"a\":tru} | a",
                "{\"a\":NaN} | a",
                "{\"a\" 1} | a",
                "{\"a\":\"\\x\"} | a",
                "{\"a\":\"\\ud800\"} | a",
                "{\"a\":\"\\ud800\\ud800\"} | a",
                "{\"a\":\"\\u12\"} | a",
                "[0,[1,x]] | [1][1]",
                "[{\"a\":{\"b\":}}] | [0].a.b",
            })
    void anErrorNamesItsField(String json, String field) {
        assertThatExceptionOfType(InvalidRequestException.class)
                .isThrownBy(() -> JsonSyntax.require(bytes(json)))
                .satisfies(e ->
                        assertThat(e.errors()).extracting(FieldError::field).containsExactly(field));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{",
                "}",
                "[1,]",
                "{\"a\":1,}",
                "{a:1}",
                "{} {}",
                "[1 2]",
                "\"a",
                "nul",
                "'a'",
                "\u00ff",
                "{\"a\":1",
                "[[[",
                "\ufeff1"
            })
    void whatIsNoJsonIsRefused(String json) {
        assertThatExceptionOfType(HttpException.class)
                .isThrownBy(() -> JsonSyntax.require(bytes(json)))
                .satisfies(e -> assertThat(e.status()).isEqualTo(400));
    }

    @Test
    void everyBeginningOfATextIsRefused() {
        byte[] json = bytes("{\"a\":[1,-2.5e3,{\"b\":\"\\u00e4ö\"},null],\"c\":true}");
        JsonSyntax.require(json);
        for (int length = 1; length < json.length; length++) {
            byte[] part = java.util.Arrays.copyOf(json, length);
            assertThatExceptionOfType(HttpException.class)
                    .as("the first %d bytes", length)
                    .isThrownBy(() -> JsonSyntax.require(part));
        }
    }

    @Test
    void aStringThatIsNotUtf8OrHoldsAControlCharacterIsRefused() {
        for (byte[] json : List.of(
                new byte[] {'"', (byte) 0xff, '"'}, new byte[] {'"', (byte) 0xc3, '"'}, new byte[] {'"', 1, '"'})) {
            assertThatExceptionOfType(HttpException.class).isThrownBy(() -> JsonSyntax.require(json));
        }
    }

    @Test
    void ofManyNamesTheOneThatOccursTwiceIsFound() {
        String names =
                IntStream.range(0, 50_000).mapToObj(i -> "\"n" + i + "\":" + i).collect(Collectors.joining(","));
        JsonSyntax.require(bytes("{" + names + "}"));
        assertThatExceptionOfType(InvalidRequestException.class)
                .isThrownBy(() -> JsonSyntax.require(bytes("{" + names + ",\"n77\":0}")))
                .withMessageStartingWith("n77 ");
    }

    @Test
    void aNumberOfTooManyDigitsIsRefused() {
        JsonSyntax.require(bytes("1".repeat(1000)));
        assertThatExceptionOfType(HttpException.class).isThrownBy(() -> JsonSyntax.require(bytes("1".repeat(1001))));
    }

    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }
}
