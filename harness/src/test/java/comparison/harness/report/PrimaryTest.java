package comparison.harness.report;

import static org.assertj.core.api.Assertions.assertThat;

import comparison.harness.stats.Spread;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** The load that a primary metric is taken from. */
class PrimaryTest {

    @Test
    void a_variant_whose_warm_figure_is_missing_is_not_judged_by_its_cold_one() {
        List<Cell> cells = List.of(
                cell("a", "cold", List.of(), 0.2, 0.2, 0.2),
                cell("a", "warm", List.of(), 0.1, 0.1, 0.1),
                cell("b", "cold", List.of(), 0.2, 0.2, 0.2),
                cell("b", "warm", List.of("its counters cannot be read")));

        assertThat(Primary.CPU.of(cells, "b")).isEmpty();
        assertThat(Primary.CPU.failed(cells, "b")).isTrue();
        assertThat(Comparison.all(cells, "a", List.of())).isEmpty();
    }

    @Test
    void where_nobody_has_a_warm_figure_the_cold_ones_are_compared() {
        List<Cell> cells = List.of(
                cell("a", "cold", List.of(), 0.2, 0.2, 0.2),
                cell("a", "warm", List.of()),
                cell("b", "cold", List.of(), 0.4, 0.4, 0.4),
                cell("b", "warm", List.of()));

        assertThat(Comparison.all(cells, "a", List.of()))
                .singleElement()
                .satisfies(comparison -> assertThat(comparison.ratio().n()).isEqualTo(3))
                .extracting(Comparison::verdict)
                .isEqualTo("more");
    }

    private static Cell cell(String variant, String phase, List<String> failures, double... secondsPer1000) {
        return new Cell(
                variant,
                "OpenJDK",
                variant,
                false,
                phase,
                null,
                null,
                40_000L,
                0L,
                secondsPer1000.length == 0
                        ? Map.of()
                        : Map.of(
                                "cpuSecondsPer1000.server",
                                Spread.of(Arrays.stream(secondsPer1000).boxed().toList())),
                Map.of(),
                failures,
                List.of());
    }
}
