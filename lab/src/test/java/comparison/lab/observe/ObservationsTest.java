package comparison.lab.observe;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import comparison.harness.Fault;
import comparison.harness.report.Warning;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ObservationsTest {

    @Test
    void the_cost_is_the_ratio_to_nobody_round_by_round() {
        assertThat(rows(
                        observed(Watcher.NOBODY, 1, 100, null, null),
                        observed(Watcher.SCRAPE, 1, 120, 5000, 5100),
                        observed(Watcher.NOBODY, 2, 200, null, null),
                        observed(Watcher.SCRAPE, 2, 240, 5000, 5050)))
                .containsExactly(
                        "| a | nobody | 150 (100–200) | 1 | — | — | 0 |",
                        "| a | scrape | 180 (120–240) | 1.20 (1.20–1.20), too few starts | 9 | does not grow (5000 to 5100 bytes) | 0 |",
                        "| a | recording | not measured | — | — | — | — |");
    }

    @Test
    void six_rounds_have_students_interval() {
        Observed[] loads = IntStream.rangeClosed(1, 6)
                .boxed()
                .flatMap(round -> Stream.of(
                        observed(Watcher.NOBODY, round, 100, null, null),
                        observed(Watcher.RECORDING, round, round % 2 == 0 ? 110 : 120, null, null)))
                .toArray(Observed[]::new);

        assertThat(rows(loads)).contains("| a | recording | 115 [110–120] | 1.15 [1.09–1.21], more | — | — | 0 |");
    }

    @Test
    void what_watching_costs_is_one_family_of_verdicts() {
        List<Observed> loads = new ArrayList<>();
        for (int round = 1; round <= 6; round++) {
            loads.add(observed(Watcher.NOBODY, round, 100, null, null));
            loads.add(observed(Watcher.SCRAPE, round, new double[] {101, 107, 104, 101, 106, 103}[round - 1], 1, 1));
            loads.add(observed(Watcher.RECORDING, round, round % 2 == 0 ? 70 : 140, null, null));
        }

        // Alone its p is 0.015, which Holm doubles.
        assertThat(rows(loads.toArray(new Observed[0])))
                .anySatisfy(row -> assertThat(row).contains("| a | scrape |", ", equal within ±10 % |"))
                .anySatisfy(row -> assertThat(row).contains("| a | recording |", ", undecided, needs about "));
    }

    @ParameterizedTest
    @CsvSource({"10000, 11000, false", "10000, 11001, true", "10000, 9000, false"})
    void a_page_grows_if_it_gains_more_than_a_tenth(int first, int last, boolean grows) {
        Observations measured = measured(List.of(observed(Watcher.SCRAPE, 1, 100, first, last)));

        if (grows) {
            assertThatExceptionOfType(Fault.class)
                    .isThrownBy(measured::requireSteadyPages)
                    .withMessageContaining("a from %d to %d bytes".formatted(first, last))
                    .withMessageContaining("Count requests by their route");
            assertThat(measured.page().markdown()).contains("GROWS");
        } else {
            assertThatCode(measured::requireSteadyPages).doesNotThrowAnyException();
        }
    }

    @Test
    void a_watcher_that_could_not_look_stands_in_the_table_with_its_cause() {
        Warning warning = new Warning("cannot-watch", "a, scrape", "there is no page", "see its app.log");

        assertThat(new Observations(3, List.of(observed(Watcher.NOBODY, 1, 100, null, null)), List.of(warning))
                        .page()
                        .markdown())
                .contains("| a | scrape | not measured |", "- warning: a, scrape: there is no page. See its app.log.");
    }

    @Test
    void requests_that_failed_make_the_command_fail() {
        Observed right = observed(Watcher.NOBODY, 1, 100, null, null);
        Observed wrong = new Observed("a", Watcher.SCRAPE, 1, 1000, 3, 100, 9, 1, 1);

        assertThatCode(measured(List.of(right))::requireAnswers).doesNotThrowAnyException();
        assertThatExceptionOfType(Fault.class)
                .isThrownBy(measured(List.of(right, wrong))::requireAnswers)
                .withMessageStartingWith("3 of 2000 requests failed")
                .satisfies(fault -> assertThat(fault.kind()).isEqualTo(Fault.Kind.BROKEN));
    }

    private static List<String> rows(Observed... loads) {
        return measured(List.of(loads))
                .page()
                .markdown()
                .lines()
                .filter(line -> line.startsWith("| a"))
                .toList();
    }

    private static Observations measured(List<Observed> loads) {
        return new Observations(Observations.SCHEMA_VERSION, loads, List.of());
    }

    private static Observed observed(
            Watcher watcher, int round, double micros, @Nullable Integer firstBytes, @Nullable Integer lastBytes) {
        return new Observed("a", watcher, round, 1000, 0, micros, 9, firstBytes, lastBytes);
    }
}
