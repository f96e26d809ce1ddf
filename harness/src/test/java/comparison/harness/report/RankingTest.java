package comparison.harness.report;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class RankingTest {

    private static final List<String> BOTH = List.of("a", "b");
    private static final Summary BASE = summary("base", cell("a", 0.10), cell("b", 0.11));

    @Test
    void medians_that_change_places_are_named_as_what_may_be_noise() {
        Summary now = summary("now", cell("a", 0.11), cell("b", 0.10));

        assertThat(Ranking.swaps(BASE, now, BOTH))
                .containsExactly(
                        "the medians rank differently, which may be noise: CPU per 1000 requests of a / b is 0.909 in base, 1.100 in now");
    }

    @Test
    void a_cell_that_failed_has_no_rank() {
        Summary now = summary("now", cell("a", 0.11, "it died"), cell("b", 0.10));

        assertThat(Ranking.swaps(BASE, now, BOTH))
                .singleElement()
                .asString()
                .startsWith("ranks: ")
                .endsWith("in every metric under load that both runs have");
    }

    private static Summary summary(String run, Cell... cells) {
        return new Summary(
                Summary.SCHEMA_VERSION,
                run,
                "docker",
                "article",
                1,
                40_000,
                "a",
                List.of(),
                List.of(),
                List.of(cells),
                List.of());
    }

    private static Cell cell(String variant, double seconds, String... failures) {
        return WarmCell.of(variant, List.of(failures), "cpuSecondsPer1000.server", seconds);
    }
}
