package comparison.harness.report;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class ChartTest {

    @Test
    void names_that_would_reach_the_bars_are_squeezed() {
        String svg = Chart.svg(summary("servlet-virtual", "sprout-hybrid-platform-native"));

        assertThat(svg.lines().filter(line -> line.contains(">sprout-hybrid-platform-native<")))
                .isNotEmpty()
                .allMatch(line -> line.contains(" textLength=\"146\" "));
        assertThat(svg.lines().filter(line -> line.contains(">servlet-virtual<")))
                .isNotEmpty()
                .noneMatch(line -> line.contains("textLength"));
    }

    @Test
    void variants_stand_in_the_order_of_the_table_the_cheapest_first() {
        String svg = Chart.svg(summary(
                WarmCell.of("costly", List.of(), "cpuSecondsPer1000.server", 0.2),
                WarmCell.of("cheap", List.of(), "cpuSecondsPer1000.server", 0.1)));

        assertThat(svg.indexOf("y=\"50\">cheap<")).isPositive();
        assertThat(svg.indexOf("y=\"84\">costly<")).isPositive();
    }

    private static Summary summary(String... variants) {
        return summary(Stream.of(variants)
                .map(variant -> WarmCell.of(variant, List.of(), "throughput.total", 4000))
                .toArray(Cell[]::new));
    }

    private static Summary summary(Cell... cells) {
        String reference = cells[0].variant();
        return new Summary(
                2, "run", "process", "quick", 1, 1000, reference, List.of(), List.of(), List.of(cells), List.of());
    }
}
