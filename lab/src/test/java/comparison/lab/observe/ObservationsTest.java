package comparison.lab.observe;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import comparison.harness.Fault;
import comparison.harness.report.Warning;
import comparison.lab.observe.Observations.Observed;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ObservationsTest {

    private static final Warning NOT_ATTACHED =
            new Warning("cannot-watch", "a, recording", "jcmd JFR.start fails: it | refuses", "remove the flag");

    @Test
    void the_cost_is_the_quotient_to_nobody_round_by_round() {
        assertThat(rows(
                        observed("nobody", 1, 100, 0, null, null),
                        observed("scrape", 1, 120, 9, 5000, 5100),
                        observed("recording", 1, 102, 1, null, null),
                        observed("nobody", 2, 200, 0, null, null),
                        observed("scrape", 2, 240, 11, 5100, 5110),
                        observed("recording", 2, 204, 1, null, null)))
                .containsExactly(
                        "| a | nobody | 150 | 1 | 0 | — | — | — | — | 0 |",
                        "| a | scrape | 180 | 1.20 | 20 | 5000 | 5100 | 5110 | does not grow (+0.2 %) | 0 |",
                        "| a | recording | 153 | 1.02 | 2 | — | — | — | — | 0 |");
    }

    @Test
    void six_rounds_have_an_interval_and_fewer_are_said_to_have_none() {
        List<Observed> loads = new ArrayList<>();
        for (int round = 1; round <= 6; round++) {
            loads.add(observed("nobody", round, 100, 0, null, null));
            loads.add(observed("scrape", round, 110 + round, 9, 5000, 5000));
        }

        assertThat(measured(loads).text())
                .containsPattern("\\| a \\| scrape \\| \\d+ \\| 1\\.13 \\[1\\.\\d\\d–1\\.\\d\\d] ");
        assertThat(measured(loads).text()).doesNotContain("Rounds:");
        assertThat(measured(loads.subList(0, 10)).text()).contains("\n- Rounds: 5. An interval takes 6.\n");
    }

    @Test
    void a_load_that_was_too_short_for_the_clock_has_no_quotient() {
        assertThat(rows(
                        observed("nobody", 1, 0, 0, null, null),
                        observed("scrape", 1, 120, 9, 5000, 5100),
                        observed("recording", 1, 102, 1, null, null)))
                .anySatisfy(row -> assertThat(row).startsWith("| a | scrape | 120 | — | 9 |"))
                .anySatisfy(row -> assertThat(row).startsWith("| a | recording | 102 | — | 1 |"));
    }

    @Test
    void a_watcher_that_could_not_look_has_a_row_that_says_why_and_a_warning_with_the_cure() {
        String text = new Observations(
                        Observations.SCHEMA_VERSION,
                        List.of(observed("nobody", 1, 100, 0, null, null), observed("scrape", 1, 120, 9, 5000, 5100)),
                        List.of(NOT_ATTACHED))
                .text();

        assertThat(text)
                .contains(
                        "| a | recording | not measured: jcmd JFR.start fails: it \\| refuses | — | — | — | — | — | — | — |\n")
                .contains("\n- Warning. a, recording: jcmd JFR.start fails: it | refuses. Remove the flag.\n");
    }

    @Test
    void a_round_that_was_broken_off_is_not_paired_with_another_one() {
        assertThat(rows(
                        observed("nobody", 1, 100, 0, null, null),
                        observed("recording", 1, 150, 1, null, null),
                        observed("recording", 2, 900, 1, null, null)))
                .anySatisfy(row -> assertThat(row).startsWith("| a | recording | 525 | 1.50 |"));
    }

    @ParameterizedTest
    @CsvSource({
        "20000, 20000, does not grow (+0.0 %)",
        "20000, 19900, does not grow (-0.5 %)",
        "20000, 22000, does not grow (+10.0 %)",
        "20000, 22001, GROWS (+10.0 %)",
        "20000, 865000, GROWS (+4225.0 %)"
    })
    void a_page_grows_if_it_is_a_tenth_larger_than_after_its_first_load(int afterFirst, int last, String verdict) {
        List<Observed> loads = List.of(
                observed("scrape", 1, 100, 9, 9000, afterFirst), observed("scrape", 2, 100, 9, afterFirst, last));

        assertThat(MetricsPage.of(loads).orElseThrow().verdict()).isEqualTo(verdict);
        assertThat(MetricsPage.of(loads).orElseThrow().grows()).isEqualTo(verdict.startsWith("GROWS"));
    }

    /** What the first requests of all bring is no growth with their number. */
    @Test
    void growth_within_the_first_load_is_not_judged() {
        Observations once = measured(List.of(observed("scrape", 1, 100, 9, 9000, 90_000)));

        assertThat(once.text()).contains("| 9000 | 90000 | 90000 | not judged: one load |");
        assertThatCode(once::requireSteadyPages).doesNotThrowAnyException();
    }

    @Test
    void a_page_that_grows_makes_the_command_fail_and_is_named() {
        Observations steady = measured(
                List.of(observed("scrape", 1, 100, 9, 9000, 10_000), observed("scrape", 2, 100, 9, 1, 10_001)));
        Observations growing = measured(
                List.of(observed("scrape", 1, 100, 9, 9000, 10_000), observed("scrape", 2, 100, 9, 1, 20_000)));

        assertThatCode(steady::requireSteadyPages).doesNotThrowAnyException();
        assertThatExceptionOfType(Fault.class)
                .isThrownBy(growing::requireSteadyPages)
                .withMessageStartingWith("The page of metrics grows with the load: a from 10000 to 20000 bytes.")
                .satisfies(fault -> assertThat(fault.kind()).isEqualTo(Fault.Kind.BROKEN));
    }

    @Test
    void requests_that_failed_are_counted_and_make_the_command_fail() {
        Observed right = observed("nobody", 1, 100, 0, null, null);
        Observed wrong = new Observed("a", "scrape", 1, 1000, 3, 100, 9, 1, 1);

        assertThatCode(measured(List.of(right))::requireAnswers).doesNotThrowAnyException();
        assertThatExceptionOfType(Fault.class)
                .isThrownBy(measured(List.of(right, wrong))::requireAnswers)
                .withMessageStartingWith("3 of 2000 requests failed")
                .satisfies(fault -> assertThat(fault.kind()).isEqualTo(Fault.Kind.BROKEN));
    }

    private static List<String> rows(Observed... loads) {
        return measured(List.of(loads))
                .text()
                .lines()
                .skip(2)
                .filter(line -> line.startsWith("|"))
                .toList();
    }

    private static Observations measured(List<Observed> loads) {
        return new Observations(Observations.SCHEMA_VERSION, loads, List.of());
    }

    private static Observed observed(
            String watcher,
            int round,
            double micros,
            int looks,
            @Nullable Integer firstBytes,
            @Nullable Integer lastBytes) {
        return new Observed("a", watcher, round, 1000, 0, micros, looks, firstBytes, lastBytes);
    }
}
