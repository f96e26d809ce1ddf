package comparison.harness.report;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** Who leads, and what the verdict on that lead is. The reference is {@code servlet}. */
class HeadlineTest {

    private static final double[] REFERENCE = {0.1, 0.1, 0.1, 0.1, 0.1, 0.1};

    @Test
    void a_reference_that_is_ahead_of_an_equal_runner_up_is_called_equal() {
        Headline headline = headline(
                cell("servlet", REFERENCE),
                cell("vertx", 0.2, 0.21, 0.19, 0.2, 0.2, 0.2),
                cell("webflux", 0.105, 0.099, 0.106, 0.098, 0.105, 0.099));

        assertThat(headline.best()).isEqualTo("servlet");
        assertThat(headline.html())
                .isEqualTo("Equal within ±10 %: <b>servlet</b> needs 2 % less CPU time per request than webflux.");
        assertThat(headline.sure())
                .isEqualTo(
                        "CPU per 1000 requests, warm, over 6 fresh starts of each: × 0.98 [0.94–1.02] (95 % interval).");
    }

    @Test
    void a_reference_that_is_ahead_by_what_may_be_noise_is_called_undecided() {
        Headline headline = headline(cell("servlet", REFERENCE), cell("webflux", 0.13, 0.08, 0.12, 0.09, 0.125, 0.105));

        assertThat(headline.html())
                .isEqualTo(
                        "Undecided: in this run, <b>servlet</b> needed 6 % less CPU time per request than webflux, which may be noise.");
        assertThat(headline.sure()).contains("× 0.94 [0.76–1.15]", "; undecided, needs about ");
    }

    @Test
    void a_reference_that_is_ahead_by_a_difference_is_said_to_be_so_with_its_verdict() {
        Headline headline =
                headline(cell("servlet", REFERENCE), cell("webflux", 0.15, 0.152, 0.149, 0.151, 0.15, 0.148));

        assertThat(headline.html()).isEqualTo("<b>servlet</b> needs 33 % less CPU time per request than webflux.");
        assertThat(headline.sure()).endsWith("× 0.67 [0.66–0.67] (95 % interval).");
    }

    @Test
    void a_lead_by_the_median_against_which_the_rounds_speak_is_called_undecided() {
        Headline headline =
                headline(cell("servlet", REFERENCE), cell("webflux", 0.099, 0.099, 0.099, 0.106, 0.106, 0.099));

        assertThat(headline.best()).isEqualTo("webflux");
        assertThat(headline.html())
                .isEqualTo(
                        "Undecided: in this run, <b>webflux</b> needed 1 % more CPU time per request than servlet, which may be noise.");
        assertThat(headline.sure()).endsWith("; equal within ±10 %.");
    }

    @Test
    void variants_whose_distance_from_the_best_may_be_noise_are_named() {
        Headline headline = headline(
                cell("servlet", REFERENCE),
                cell("vertx", 0.05, 0.051, 0.049, 0.05, 0.051, 0.05),
                cell("sprout", 0.051, 0.05, 0.05, 0.051, 0.051, 0.049),
                cell("helidon", 0.06, 0.061, 0.059, 0.06, 0.06, 0.06));

        assertThat(headline.html()).isEqualTo("<b>vertx</b> needs 50 % less CPU time per request than servlet.");
        assertThat(headline.sure())
                .endsWith("(95 % interval). Too close to vertx to tell apart: sprout × 1.00 [0.98–1.02].");
    }

    @Test
    void stacks_are_named_as_readers_know_them() {
        Headline headline = headline(
                named("Servlet", cell("servlet", REFERENCE)),
                named("Sprout (hybrid)", cell("sprout", 0.05, 0.051, 0.049, 0.05, 0.051, 0.05)),
                named("Vert.x", cell("vertx", 0.051, 0.05, 0.05, 0.051, 0.051, 0.049)));

        assertThat(headline.html())
                .isEqualTo(
                        "<b>Sprout (hybrid, sprout)</b> needs 50 % less CPU time per request than Servlet (servlet).");
        assertThat(headline.sure())
                .contains("Too close to Sprout (hybrid, sprout) to tell apart: Vert.x (vertx) × 1.00 ");
    }

    @Test
    void a_lead_over_a_failed_reference_is_not_said_to_be_a_result() {
        Headline headline = headline(
                cell("servlet", List.of("it died"), REFERENCE), cell("vertx", REFERENCE), cell("webflux", REFERENCE));

        assertThat(headline.html())
                .isEqualTo("<b>vertx</b> needs 100 µs of CPU time per request, the lowest median, without a verdict.");
        assertThat(headline.sure()).isEqualTo("Intervals are 95 % intervals of the median over 6 fresh starts.");
    }

    @Test
    void below_six_starts_there_is_no_interval_of_the_median() {
        Headline headline = headline(cell("servlet", 0.1, 0.1, 0.1));

        assertThat(headline.html()).isEqualTo("<b>servlet</b> needs 100 µs of CPU time per request.");
        assertThat(headline.sure()).isEqualTo("3 fresh starts of each variant: too few for an interval of the median.");
    }

    @Test
    void where_every_variant_failed_nobody_leads() {
        Headline headline = headline(cell("servlet", List.of("it died"), REFERENCE));

        assertThat(headline.best()).isNull();
        assertThat(headline.html()).isEqualTo("No CPU time was measured that can be trusted and compared.");
    }

    @Test
    void the_second_load_alone_has_no_verdict_and_the_headline_says_why() {
        Headline headline = headline(WarmCell.second(cell("servlet", REFERENCE)));

        assertThat(headline.html())
                .isEqualTo("The second load gets no verdict, because the JIT compilers still work in it.");
    }

    @Test
    void a_variant_with_other_sql_does_not_lead_and_is_not_the_runner_up() {
        Cell webflux = cell("webflux", 0.15, 0.152, 0.149, 0.151, 0.15, 0.148);

        for (double data : new double[] {0.05, 0.12}) {
            Headline headline = headline(
                    Set.of("data"),
                    cell("servlet", REFERENCE),
                    cell("data", data, data, data, data, data, data),
                    webflux);

            assertThat(headline.best()).isEqualTo("servlet");
            assertThat(headline.html()).isEqualTo("<b>servlet</b> needs 33 % less CPU time per request than webflux.");
        }
    }

    @Test
    void where_the_reference_has_other_sql_nobody_leads_with_a_verdict() {
        Headline headline = headline(
                Set.of("servlet"),
                cell("servlet", REFERENCE),
                cell("vertx", 0.2, 0.2, 0.2, 0.2, 0.2, 0.2),
                cell("webflux", 0.3, 0.3, 0.3, 0.3, 0.3, 0.3));

        assertThat(headline.html())
                .isEqualTo("<b>vertx</b> needs 200 µs of CPU time per request, the lowest median, without a verdict.");
    }

    @Test
    void a_single_variant_with_other_sql_is_reported_with_its_figure() {
        assertThat(headline(Set.of("servlet"), cell("servlet", REFERENCE)).html())
                .isEqualTo("<b>servlet</b> needs 100 µs of CPU time per request.");
    }

    @Test
    void without_cpu_time_it_is_about_throughput_and_from_twice_as_much_on_says_a_multiple() {
        Cell servlet = WarmCell.of("servlet", List.of(), "throughput.total", 1000, 1010, 990, 1000, 1000, 1000);
        Cell vertx = WarmCell.of("vertx", List.of(), "throughput.total", 2500, 2510, 2490, 2500, 2500, 2500);
        Cell webflux = WarmCell.of("webflux", List.of(), "throughput.total", 900, 910, 890, 900, 900, 900);

        assertThat(Headline.of(summary(Set.of(), servlet, vertx)).html())
                .isEqualTo("<b>vertx</b> serves 2.5 times as many requests per second as servlet.");
        assertThat(Headline.of(summary(Set.of(), servlet, webflux)).html())
                .isEqualTo("<b>servlet</b> serves 11 % more requests per second than webflux.");
    }

    private static Headline headline(Cell... cells) {
        return headline(Set.of(), cells);
    }

    private static Headline headline(Set<String> otherSql, Cell... cells) {
        return Headline.of(summary(otherSql, cells));
    }

    private static Summary summary(Set<String> otherSql, Cell... cells) {
        List<Cell> all = List.of(cells);
        List<Warning> warnings = otherSql.stream()
                .map(variant -> new Warning("other-sql", variant, "it has other SQL", "see work.json"))
                .toList();
        return new Summary(
                Summary.SCHEMA_VERSION,
                "run",
                "docker",
                "article",
                all.getFirst().figures().values().iterator().next().n(),
                40_000,
                "servlet",
                List.of(),
                warnings,
                all,
                Comparison.all(all, "servlet", warnings));
    }

    /** A cell of warm loads; the values are CPU seconds per 1000 requests, one per start. */
    private static Cell cell(String variant, double... seconds) {
        return cell(variant, List.of(), seconds);
    }

    private static Cell named(String stack, Cell cell) {
        return WarmCell.like(cell, stack, cell.phase());
    }

    private static Cell cell(String variant, List<String> failures, double... seconds) {
        return WarmCell.of(variant, failures, "cpuSecondsPer1000.server", seconds);
    }
}
