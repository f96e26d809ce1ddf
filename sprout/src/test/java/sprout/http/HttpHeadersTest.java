package sprout.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;

final class HttpHeadersTest {
    @Test
    void headersOfStringsHaveTheirValues() {
        HttpHeaders headers = HttpHeaders.of("a", "\u00e4\u00ff", "b", "c");
        assertThat(headers.first("A")).isEqualTo("\u00e4\u00ff");
        assertThat(headers.first("B")).isEqualTo("c");
    }

    @Test
    void theElementsOfAListAreSplitAtCommasOutsideOfQuotes() {
        HttpHeaders headers = HttpHeaders.of("a", " b ,, \"c,\\\",d\";e=f,", "A", "g", "h", "", "i", "\"open, j");
        assertThat(headers.elements("a")).containsExactly("b", "\"c,\\\",d\";e=f", "g");
        assertThat(headers.elements("h")).isEmpty();
        assertThat(headers.elements("i")).containsExactly("\"open, j");
        assertThat(headers.elements("missing")).isEmpty();
    }

    @Test
    void theNamesOfConditionsBeginAlike() {
        assertThat(HttpHeaders.of("a", "b", "iF-match", "*").mayHaveConditions())
                .isTrue();
        assertThat(HttpHeaders.of("If", "If-Match", "X-If-Match", "If-", "i", "")
                        .mayHaveConditions())
                .isFalse();
    }

    @Test
    void aCharacterThatNoHeaderCanHaveIsRefused() {
        assertThatThrownBy(() -> HttpHeaders.of("a", "\uD83D\uDE00", "b", "c"))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("ISO-8859-1");
    }
}
