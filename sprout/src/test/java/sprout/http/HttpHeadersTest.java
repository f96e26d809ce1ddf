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
    void aCharacterThatNoHeaderCanHaveIsRefused() {
        assertThatThrownBy(() -> HttpHeaders.of("a", "\uD83D\uDE00", "b", "c"))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("ISO-8859-1");
    }
}
