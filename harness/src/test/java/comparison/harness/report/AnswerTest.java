package comparison.harness.report;

import static org.assertj.core.api.Assertions.assertThat;

import comparison.harness.metric.Metric;
import comparison.harness.record.RunFolder;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class AnswerTest {

    @TempDir
    @SuppressWarnings("NullAway.Init") // set by JUnit
    private Path folder;

    @Test
    void the_stack_whose_requests_cost_least_stands_at_the_top_whoever_made_it() throws IOException {
        Summary summary = summary(
                SampleRun.Behaviour.of("servlet-platform", 4, 400, 4, 200),
                SampleRun.Behaviour.of("sprout-nio-virtual", 2, 120, 0.5, 90),
                SampleRun.Behaviour.of("webflux-platform", 3, 90, 4, 200));

        assertThat(Answer.table(summary).lines().skip(2).map(row -> row.replaceAll("^\\| ([^,]*).*", "$1")))
                .containsExactly("WebFlux", "Sprout", "Servlet");
        assertThat(Answer.table(summary).lines().skip(4).findFirst().orElseThrow())
                .contains("| 1 |");
        assertThat(Answer.markdown(summary))
                .startsWith("<b>WebFlux (webflux-platform)</b>")
                .contains("% less CPU time per request than Servlet (servlet-platform). ", " (95 % interval)");
    }

    @Test
    void the_table_has_seven_columns() throws IOException {
        Summary summary = summary(
                SampleRun.Behaviour.of("servlet-platform", 4, 400, 4, 200),
                SampleRun.Behaviour.of("sprout-nio-virtual", 2, 120, 0.5, 90));

        assertThat(Answer.table(summary).lines())
                .allSatisfy(
                        line -> assertThat(line.chars().filter(c -> c == '|')).hasSize(8));
    }

    @Test
    void the_cpu_of_server_and_database_together_stands_beside_that_of_the_server() throws IOException {
        Summary summary = summary(
                SampleRun.Behaviour.of("servlet-platform", 4, 400, 4, 200),
                SampleRun.Behaviour.of("sprout-nio-virtual", 2, 120, 0.5, 90));
        Cell warm = summary.cells().stream()
                .filter(cell -> cell.isOf("servlet-platform", "warm"))
                .findFirst()
                .orElseThrow();
        double sum = warm.figure(Metric.CPU).orElseThrow().median()
                + warm.figure(Metric.CPU_DATABASE).orElseThrow().median();

        assertThat(Answer.table(summary).lines().filter(line -> line.startsWith("| Servlet")))
                .singleElement()
                .asString()
                .contains("| " + Metric.CPU_WITH_DATABASE.text(sum) + " ");
    }

    @Test
    void a_stack_that_failed_is_named_last_and_without_figures() throws IOException {
        Summary summary = summary(
                SampleRun.Behaviour.of("servlet-platform", 4, 400, 4, 200),
                new SampleRun.Behaviour("sprout-nio-virtual", 2, 120, 0.5, 90, 0, true));

        assertThat(Answer.table(summary).lines().skip(3).findFirst().orElseThrow())
                .startsWith("| Sprout, ")
                .contains("| FAILED | — |")
                .doesNotContain("×");
    }

    @Test
    void no_more_than_ten_rows_are_shown_and_how_many_are_not_is_said() throws IOException {
        Summary two = summary(
                SampleRun.Behaviour.of("servlet-platform", 4, 400, 4, 200),
                SampleRun.Behaviour.of("sprout-nio-virtual", 2, 120, 0.5, 90));
        Summary twelve = of("servlet-0", twelve(two));

        assertThat(Answer.table(twelve).lines()).hasSize(2 + 10);
        assertThat(Answer.markdown(twelve))
                .endsWith("\n2 more variants, which cost more than the first 10, are in the wide table.\n");
    }

    @Test
    void the_reference_is_shown_whatever_it_costs_and_what_failed_is_not_said_to_cost_more() throws IOException {
        Summary two = summary(
                SampleRun.Behaviour.of("servlet-platform", 4, 400, 4, 200),
                new SampleRun.Behaviour("sprout-nio-virtual", 2, 120, 0.5, 90, 0, true));
        Stream<Cell> failed = two.cells().stream().filter(cell -> cell.variant().equals("sprout-nio-virtual"));
        Summary thirteen = of("servlet-11", Stream.concat(twelve(two), failed));

        assertThat(Answer.table(thirteen).lines())
                .hasSize(2 + 10)
                .last()
                .asString()
                .startsWith("| Servlet, `servlet-11` |");
        assertThat(Answer.markdown(thirteen))
                .endsWith(
                        "\n2 more variants, which cost more than the first 9, are in the wide table. 1 more variant, not measured or failed, is in the wide table.\n");
    }

    /** Copies of one variant, which are equal and so stay in this order. */
    private static Stream<Cell> twelve(Summary summary) {
        return IntStream.range(0, 12)
                .boxed()
                .flatMap(i -> summary.cells().stream()
                        .filter(cell -> cell.variant().equals("servlet-platform"))
                        .map(cell -> cell.named("servlet-" + i)));
    }

    private static Summary of(String reference, Stream<Cell> cells) {
        return new Summary(
                Summary.SCHEMA_VERSION,
                "run",
                "process",
                "many",
                3,
                1,
                reference,
                List.of(),
                List.of(),
                cells.toList(),
                List.of());
    }

    private Summary summary(SampleRun.Behaviour... behaviours) throws IOException {
        Path run = folder.resolve("20260101-000000-article");
        SampleRun.write(run, List.of(behaviours), 3, 2, 20, 1);
        return Report.read(new RunFolder(run));
    }
}
