package sprout.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class ResponseHeadTest {
    private final ResponseHead head = new ResponseHead();

    @Test
    void connectionIsReplacedRemovedAndReturnedLikeAnyField() {
        head.set("Connection", "close");
        assertThat(head.close()).isTrue();
        assertThat(head.first("connection")).isEqualTo("close");
        head.set("connection", "keep-alive");
        assertThat(head.close()).isFalse();
        assertThat(head.first("Connection")).isEqualTo("keep-alive");
        head.set("Connection", "Close");
        head.remove("CONNECTION");
        assertThat(head.close()).isFalse();
        assertThat(head.first("Connection")).isNull();
    }

    @Test
    void closePrevailsOverWhatIsAddedToIt() {
        head.add("Connection", "close");
        head.add("Connection", "keep-alive");
        assertThat(head.close()).isTrue();
    }

    @ParameterizedTest
    @CsvSource({"Connection, close, never", "Content-Length, 5, five", "X-Name, a, \u0100"})
    void aRefusedValueLeavesTheFieldAsItWas(String name, String value, String refused) {
        head.set(name, value);
        assertThatThrownBy(() -> head.set(name, refused)).isInstanceOf(IllegalArgumentException.class);
        assertThat(head.first(name)).isEqualTo(value);
    }
}
