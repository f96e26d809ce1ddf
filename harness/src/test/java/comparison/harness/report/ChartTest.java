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

    private static Summary summary(String... variants) {
        List<Cell> cells = Stream.of(variants)
                .map(variant -> WarmCell.of(variant, List.of(), "throughput.total", 4000))
                .toList();
        return new Summary(2, "run", "process", "quick", 1, 1000, variants[0], List.of(), List.of(), cells, List.of());
    }
}
