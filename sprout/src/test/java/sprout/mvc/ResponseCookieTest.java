package sprout.mvc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import sprout.mvc.ResponseCookie.SameSite;

class ResponseCookieTest {
    @Test
    void everyAttributeIsWritten() {
        assertThat(ResponseCookie.of("n", "v")
                        .withDomain("example.org")
                        .withPath("/a")
                        .withMaxAge(Duration.ofDays(1))
                        .withSecure(true)
                        .withHttpOnly(false)
                        .withSameSite(SameSite.NONE))
                .hasToString("n=v; Domain=example.org; Path=/a; Max-Age=86400; Secure; SameSite=None");
        assertThat(ResponseCookie.of("__Host-n", "")).hasToString("__Host-n=; Path=/; Secure; HttpOnly; SameSite=Lax");
    }

    @ParameterizedTest
    @ValueSource(strings = {"a b", "a;b", "a,b", "a\"b", "a\\b", "ä", "a\r\nb", "\u007f"})
    void aValueThatCouldBeMisreadIsRefused(String value) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> ResponseCookie.of("n", value))
                .withMessageContaining("'n'");
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "a b", "a=b", "a;b", "ä"})
    void aNameThatBrowsersWouldRefuseIsRefused(String name) {
        assertThatIllegalArgumentException().isThrownBy(() -> ResponseCookie.of(name, "v"));
    }

    @Test
    void attributesThatDoNotGoTogetherAreRefused() {
        ResponseCookie cookie = ResponseCookie.of("n", "v");
        assertThatIllegalArgumentException().isThrownBy(() -> cookie.withSameSite(SameSite.NONE));
        assertThatIllegalArgumentException().isThrownBy(() -> cookie.withPath("a"));
        assertThatIllegalArgumentException().isThrownBy(() -> cookie.withPath("/a;b"));
        assertThatIllegalArgumentException().isThrownBy(() -> cookie.withDomain("a\nb"));
        assertThatIllegalArgumentException().isThrownBy(() -> cookie.withMaxAge(Duration.ofSeconds(-1)));
        assertThatIllegalArgumentException()
                .isThrownBy(() -> ResponseCookie.of("__Secure-n", "v").withSecure(false));
        assertThatIllegalArgumentException()
                .isThrownBy(() -> ResponseCookie.of("__Host-n", "v").withPath("/a"));
    }

    @Test
    void aCookieHeaderIsReadLeniently() {
        List<String> headers = List.of("a=1; b = \"2\" ;c; =d; a=3; e=x=y;", "f=6");
        assertThat(Cookies.value(headers, "a")).isEqualTo("1");
        assertThat(Cookies.value(headers, "b")).isEqualTo("2");
        assertThat(Cookies.value(headers, "e")).isEqualTo("x=y");
        assertThat(Cookies.value(headers, "f")).isEqualTo("6");
        assertThat(Cookies.value(headers, "c")).isNull();
        assertThat(Cookies.value(headers, "A")).isNull();
    }
}
