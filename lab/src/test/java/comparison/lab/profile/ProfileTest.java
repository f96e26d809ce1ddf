package comparison.lab.profile;

import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import comparison.harness.Fault;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class ProfileTest {

    @Test
    void a_profile_of_requests_that_failed_makes_the_command_fail() {
        Profile right = new Profile(1, "a", List.of(), 4000, 0, 1.5, null, Map.of(), List.of(), List.of());
        Profile wrong = new Profile(1, "b", List.of(), 4000, 7, 1.5, null, Map.of(), List.of(), List.of());

        Profile.requireAnswers(List.of(right));
        assertThatExceptionOfType(Fault.class)
                .isThrownBy(() -> Profile.requireAnswers(List.of(right, wrong)))
                .withMessageStartingWith("7 of 8000 requests failed");
    }
}
