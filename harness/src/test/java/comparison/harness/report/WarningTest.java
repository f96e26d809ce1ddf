package comparison.harness.report;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class WarningTest {

    private static final Warning OTHER = new Warning("shared-cores", "all cells", "cores are shared", "use more");

    @Test
    void many_warnings_of_a_kind_are_one_that_counts_them_by_variant() {
        List<Warning> warnings = new ArrayList<>(List.of(OTHER));
        for (String about : List.of("a warm, invocation 1", "b warm, invocation 1", "a warm, invocation 2", "a cold")) {
            warnings.add(new Warning("not-steady", about, "no steady state", "wait longer"));
        }

        assertThat(Warning.grouped(warnings))
                .containsExactly(
                        OTHER, new Warning("not-steady", "4 times (a 3, b 1)", "no steady state", "wait longer"));
    }

    @Test
    void warnings_that_differ_in_their_figures_are_told_by_an_example() {
        List<Warning> warnings = List.of(steal("2.1"), steal("3.4"), steal("2.2"), steal("2.9"));

        assertThat(Warning.grouped(warnings))
                .containsExactly(
                        new Warning("steal", "4 times (a 4)", "for example, a cold: it took 2.1 %", "measure again"));
    }

    @Test
    void a_few_warnings_of_a_kind_are_told_one_by_one() {
        List<Warning> warnings = List.of(steal("2.1"), OTHER, steal("3.4"), steal("2.2"));

        assertThat(Warning.grouped(warnings)).isEqualTo(warnings);
    }

    private static Warning steal(String percent) {
        return new Warning("steal", "a cold", "it took %s %%".formatted(percent), "measure again");
    }
}
