package comparison.harness.report;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import comparison.harness.plan.Packaging;
import comparison.harness.stats.Spread;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class SourcesTest {

    private static final Map<String, Spread> MEASURED = Map.of(
            "startup.seconds", Spread.of(List.of(4.5)),
            "memory.underLoad.anonBytes", Spread.of(List.of(210e6)),
            "throughput.create", Spread.of(List.of(700.0)),
            "throughput.total", Spread.of(List.of(2800.0)));

    @Test
    void measured_and_published_figures_stand_below_each_other_in_all_columns_that_both_have() {
        Summary summary = summary(cell(Packaging.JVM, "Servlet", false, "second", 31.2, 164_000_000L));

        assertThat(Markdown.of(Sources.beside(summary)))
                .contains(
                        "| Variant | Load | Figures | Image build (s) | Image size (MB) | Start-up (s) | Memory (MB) | Create (req/s) | Read (req/s) | Update (req/s) | Delete (req/s) | Throughput (req/s) |",
                        "| x | second | ours | 31 | 164 | 4.500 | 210.0 | 700.0 | — | — | — | 2800.0 |",
                        "| x | second | published | 17 | 299 | 12.291 | 196.5141 | 441.3 | 441.3 | 441.3 | 441.4 | 1764.6 |")
                .contains("What differs:\n\n- Published: a laptop");
        assertThat(Html.of(Sources.beside(summary))).contains("<td>196.5141</td>", "<td>4.500</td>", "What differs");
    }

    @Test
    void a_native_image_stands_beside_the_published_native_image() {
        Summary summary = summary(cell(Packaging.NATIVE, "WebFlux", true, "cold", null, null));

        assertThat(Markdown.of(Sources.beside(summary)))
                .contains(
                        "| x | cold | ours | — | — | 4.500 |",
                        "| x | cold | published | 114 | 159 | 0.139 | 40.8944 | 358.7 | 358.8 | 358.8 | 358.9 | 1434.6 |");
    }

    @Test
    void what_was_not_published_has_nothing_beside_it() {
        Summary summary = summary(
                cell(Packaging.JVM, "Sprout (nio)", false, "warm", null, null),
                cell(Packaging.JVM, "Servlet", true, "warm", null, null),
                cell(Packaging.JVM_AOT_START, "Servlet", false, "warm", null, null));

        assertThat(Markdown.of(Sources.beside(summary))).isEmpty();
    }

    @Test
    void the_twelve_published_rows_are_whole_and_their_throughputs_belong_together() {
        List<List<String>> rows =
                of(Sources.elsewhere().getFirst(), Block.Table.class).rows();

        assertThat(rows).hasSize(12).allSatisfy(row -> {
            List<Double> perSecond = row.subList(row.size() - 5, row.size()).stream()
                    .map(Double::valueOf)
                    .toList();
            double four = perSecond.subList(0, 4).stream().mapToDouble(d -> d).sum();
            assertThat(row).hasSize(13).noneMatch(String::isBlank);
            assertThat(perSecond.getLast()).isCloseTo(four, within(0.01 * four));
        });
        assertThat(rows).doesNotHaveDuplicates();
    }

    @Test
    void each_source_says_what_measures_it_and_what_differs() {
        assertThat(Sources.elsewhere()).hasSize(2).allSatisfy(section -> {
            assertThat(of(section, Block.Code.class).lines())
                    .isNotEmpty()
                    .allMatch(command -> command.startsWith("./bench "));
            assertThat(of(section, Block.Items.class).lines()).isNotEmpty();
            Block.Table table = of(section, Block.Table.class);
            assertThat(table.rows())
                    .allMatch(row -> row.size() == table.headings().size());
        });
    }

    private static <T extends Block> T of(Section section, Class<T> kind) {
        return section.blocks().stream()
                .filter(kind::isInstance)
                .map(kind::cast)
                .findFirst()
                .orElseThrow();
    }

    private static Summary summary(Cell... cells) {
        return new Summary(
                2, "run", "docker", "article", 1, 40_000, null, List.of(), List.of(), List.of(cells), List.of());
    }

    private static Cell cell(
            Packaging packaging,
            String stack,
            boolean virtual,
            String phase,
            @Nullable Double build,
            @Nullable Long bytes) {
        return new Cell(
                "x",
                packaging.label(),
                stack,
                virtual,
                phase,
                build,
                bytes,
                40_000L,
                0L,
                MEASURED,
                Map.of(),
                List.of(),
                List.of());
    }
}
