package comparison.harness.report;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class FailureKindTest {

    private static final String OF_STATUS = "Test failed: code expected to equal /\n\n****** received  : ...";

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
                    SocketTimeoutException | Read timed out | SocketTimeoutException: Read timed out
                    Non HTTP response code: org.apache.http.NoHttpResponseException | Non HTTP response message: localhost:8080 failed to respond | NoHttpResponseException: localhost:8080 failed to respond
                    EOFException | null | EOFException
                    no answer | status 0 | no answer
                    """)
    void an_exception_is_named_by_its_class_and_its_message(String code, String message, String kind) {
        assertThat(FailureKind.of(code, message)).isEqualTo(kind);
    }

    @ParameterizedTest
    @ValueSource(strings = {OF_STATUS, "status 503", "The body of Read is not the person that was created", ""})
    void an_unexpected_status_is_named_by_itself(String message) {
        assertThat(FailureKind.of("503", message)).isEqualTo("HTTP 503");
    }

    @Test
    void a_success_that_is_not_the_expected_one_is_named_by_its_status() {
        assertThat(FailureKind.of("200", OF_STATUS)).isEqualTo("HTTP 200");
        assertThat(FailureKind.of("200", "status 200")).isEqualTo("HTTP 200");
    }

    @Test
    void a_wrong_body_is_named_by_the_assertion() {
        String said = "The body of Read is not the person that was created";

        assertThat(FailureKind.of("200", said + "\nreceived: ...")).isEqualTo(said);
    }

    @Test
    void answers_that_end_after_different_numbers_of_bytes_are_of_one_kind() {
        String cut = "Premature end of Content-Length delimited message body (expected: 100,000,000; received: %s)";

        assertThat(FailureKind.of("ConnectionClosedException", cut.formatted("1,234")))
                .isEqualTo(FailureKind.of("ConnectionClosedException", cut.formatted("99")))
                .isEqualTo("ConnectionClosedException: Premature end of Content-Length delimited message body");
    }
}
