package comparison.contract;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ConditionEvaluationResult;
import org.junit.jupiter.api.extension.ExtensionConfigurationException;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class SkippableTestConditionTest {

    private static final String LISTED = "sprout.TlsApplicationTest#curlIsServedFromAKeyStore";

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void a_test_whose_program_is_there_runs(boolean failing) {
        assertThat(condition(failing, true).evaluate(LISTED).isDisabled()).isFalse();
    }

    @Test
    void a_test_whose_program_is_missing_is_skipped_and_says_what_to_install() {
        ConditionEvaluationResult result = condition(false, false).evaluate(LISTED);
        assertThat(result.isDisabled()).isTrue();
        assertThat(result.getReason()).contains("curl was not found (Debian: apt-get install curl)");
    }

    @Test
    void the_switch_makes_a_failure_of_it() {
        SkippableTestCondition strict = condition(true, false);
        assertThatThrownBy(() -> strict.evaluate(LISTED))
                .isInstanceOf(ExtensionConfigurationException.class)
                .hasMessage(
                        "curl was not found (Debian: apt-get install curl), and FAIL_INSTEAD_OF_SKIP=yes forbids to skip this test.");
    }

    @Test
    void a_method_belongs_to_its_class() {
        assertThat(condition(false, false)
                        .evaluate("sprout.server.RealHttpClientsTest#curlSpeaksHttp10")
                        .isDisabled())
                .isTrue();
    }

    @Test
    void a_test_without_a_line_in_the_list_fails() {
        SkippableTestCondition condition = condition(false, false);
        assertThatThrownBy(() -> condition.evaluate("sprout.OtherTest#any"))
                .hasMessageContaining("skippable-tests.txt has no line for it");
    }

    @Test
    void every_test_in_the_list_names_what_it_needs() {
        assertThat(SkippableTestCondition.TESTS)
                .isNotEmpty()
                .allSatisfy((test, needs) -> assertThat(needs).as(test).isNotEqualTo(List.of()));
    }

    private static SkippableTestCondition condition(boolean failing, boolean installed) {
        return new SkippableTestCondition(
                failing, program -> installed ? Optional.of("/bin/" + program) : Optional.empty());
    }
}
