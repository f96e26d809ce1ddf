package comparison.harness;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class NamesTest {

    private static final List<String> MANY =
            List.of("alpha", "beta", "gamma", "delta", "epsilon", "zeta", "eta", "theta", "iota");

    @Test
    void a_few_names_are_listed() {
        assertThat(Names.hint("x", List.of("a", "b"), "All are elsewhere.")).isEqualTo("Valid: a, b.");
    }

    @Test
    void of_many_names_the_three_nearest_are_suggested() {
        assertThat(Names.hint("bata", MANY, "All are elsewhere."))
                .isEqualTo("Did you mean beta, zeta or eta? All are elsewhere.");
    }

    @Test
    void the_nearest_takes_the_fewest_changes() {
        assertThat(Names.nearest("gama", MANY)).startsWith("gamma");
        assertThat(Names.nearest("thetaa", MANY)).startsWith("theta");
    }
}
