package sprout.http;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class HttpStatusTest {
    @ParameterizedTest
    @CsvSource({
        "103, Early Hints",
        "208, Already Reported",
        "226, IM Used",
        "305, Use Proxy",
        "308, Permanent Redirect",
        "418, ''",
        "451, Unavailable For Legal Reasons",
        "506, Variant Also Negotiates",
        "507, Insufficient Storage",
        "508, Loop Detected",
        "510, Not Extended",
        "511, Network Authentication Required",
        "599, ''"
    })
    void registeredCodesHaveTheirPhrase(int status, String phrase) {
        assertThat(HttpStatus.reason(status)).isEqualTo(phrase);
    }
}
