package comparison.harness.report;

import static org.assertj.core.api.Assertions.assertThat;

import comparison.harness.plan.Packaging;
import comparison.harness.stats.Spread;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.stream.DoubleStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class PackagingsTest {

    private static final double[] ROUNDS = {1, 1.1, 0.9};

    @Test
    void both_kinds_of_threads_are_one_row_in_which_their_starts_of_a_round_count_once() {
        assertThat(table(
                        cell("sprout-virtual", Packaging.JVM, "cold", ROUNDS),
                        cell("sprout-platform", Packaging.JVM, "cold", ROUNDS),
                        cell("sprout-virtual-native", Packaging.NATIVE, "cold", times(0.5)),
                        cell("sprout-platform-native", Packaging.NATIVE, "cold", times(0.125))))
                .hasSize(3)
                .last()
                .asString()
                .startsWith("| Sprout | GraalVM native | × 0.25 [0.25–0.25] | × 0.25 [0.25–0.25] | × 0.25 ")
                .endsWith(" | × 0.25 | × 0.25 |");
    }

    @Test
    void below_three_rounds_there_is_no_interval() {
        assertThat(table(
                        cell("sprout", Packaging.JVM, "cold", 1, 1.1),
                        cell("sprout-aot-start", Packaging.JVM_AOT_START, "cold", 0.5, 0.55)))
                .last()
                .asString()
                .startsWith("| Sprout | OpenJDK, AOT cache (start) | × 0.50 | × 0.50 |");
    }

    @Test
    void a_round_that_one_side_lacks_counts_nothing() {
        assertThat(table(
                        cell("sprout", Packaging.JVM, "cold", ROUNDS),
                        cell("sprout-native", Packaging.NATIVE, "cold", new @Nullable Double[] {0.5, null, 0.45})))
                .last()
                .asString()
                .startsWith("| Sprout | GraalVM native | × 0.50 | × 0.50 | × 0.50 | × 0.50 | × 0.50 | ");
    }

    @Test
    void the_loads_that_were_measured_have_columns_and_no_others() {
        Cell jvm = cell("sprout", Packaging.JVM, "second", ROUNDS);
        Cell image = cell("sprout-native", Packaging.NATIVE, "second", times(0.5));

        assertThat(table(jvm, image))
                .first()
                .isEqualTo("| Stack | Packaging | Throughput, second | CPU per 1000 requests, second |");
    }

    @Test
    void a_pair_of_which_one_side_failed_is_left_out() {
        assertThat(table(
                        cell("sprout-virtual", Packaging.JVM, "cold", ROUNDS),
                        cell("sprout-platform", Packaging.JVM, "cold", List.of("died"), boxed(ROUNDS)),
                        cell("sprout-virtual-native", Packaging.NATIVE, "cold", times(0.5)),
                        cell("sprout-platform-native", Packaging.NATIVE, "cold", times(0.1))))
                .last()
                .asString()
                .startsWith("| Sprout | GraalVM native | × 0.50 [0.50–0.50] | × 0.50 [0.50–0.50] |");
    }

    @Test
    void without_its_plain_jvm_a_packaging_has_no_row() {
        assertThat(Packagings.section(summary(
                        cell("sprout-native", Packaging.NATIVE, "cold", ROUNDS),
                        cell("servlet", Packaging.JVM, "cold", ROUNDS))))
                .isEmpty();
    }

    private static List<String> table(Cell... cells) {
        return Markdown.of(Packagings.section(summary(cells)).stream().toList())
                .lines()
                .filter(line -> line.startsWith("|"))
                .toList();
    }

    private static Summary summary(Cell... cells) {
        return new Summary(
                Summary.SCHEMA_VERSION,
                "run",
                "docker",
                "packagings",
                ROUNDS.length,
                1,
                null,
                List.of(),
                List.of(),
                List.of(cells),
                List.of());
    }

    private static double[] times(double factor) {
        return DoubleStream.of(ROUNDS).map(value -> factor * value).toArray();
    }

    private static @Nullable Double[] boxed(double... values) {
        return DoubleStream.of(values).boxed().toArray(Double[]::new);
    }

    private static Cell cell(String variant, Packaging packaging, String phase, double... values) {
        return cell(variant, packaging, phase, boxed(values));
    }

    private static Cell cell(String variant, Packaging packaging, String phase, @Nullable Double[] values) {
        return cell(variant, packaging, phase, List.of(), values);
    }

    private static Cell cell(
            String variant, Packaging packaging, String phase, List<String> failures, @Nullable Double[] values) {
        Spread spread = Spread.of(Arrays.asList(values));
        return new Cell(
                variant,
                packaging.label(),
                variant.startsWith("sprout") ? "Sprout" : "Servlet",
                variant.contains("virtual"),
                phase,
                spread.median(),
                (long) (1000 * spread.median()),
                40_000L,
                0L,
                Map.of(
                        "startup.seconds", spread,
                        "throughput.total", spread,
                        "cpuSecondsPer1000.server", spread,
                        "memory.atRest.anonBytes", spread,
                        "memory.underLoad.anonBytes", spread),
                Map.of(),
                failures,
                List.of());
    }
}
