package comparison.harness.report;

import static org.assertj.core.api.Assertions.assertThat;

import comparison.harness.stats.Ratio;
import comparison.harness.stats.Spread;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.function.ToDoubleFunction;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Simulated runs with fixed seeds: equal variants must stay without a verdict, planted differences must get one. The noise is
 * what fresh starts on a busy machine show: a drift of each round that falls on all, 3 % of the start's own, one start in 20
 * far off.
 */
@Tag("slow")
class CalmAndPowerTest {

    private static final int RUNS = 100;
    private static final int STARTS = 12;
    private static final double NOISE = 0.03;

    @TempDir
    @SuppressWarnings("NullAway.Init") // set by JUnit before each test
    private Path folder;

    @ParameterizedTest
    @EnumSource(Primary.class)
    void equal_variants_get_no_verdict_on_a_metric_in_at_least_95_of_100_runs(Primary metric) {
        for (int starts : new int[] {3, 6, 12, 24}) {
            assertThat(judged(starts, 1, 1, metric).filter(Comparison::different))
                    .as("runs of %s starts with a false verdict", starts)
                    .hasSizeLessThanOrEqualTo(5);
        }
    }

    @Test
    void equal_variants_are_called_equal_by_24_starts() {
        assertThat(found(24, 1, 1, Primary.CPU, Comparison.EQUAL)).isGreaterThanOrEqualTo(80);
    }

    @Test
    void variants_that_differ_by_a_tenth_are_not_called_equal_in_at_least_95_of_100_runs() {
        assertThat(found(24, Ratio.EQUAL, 1, Primary.CPU, Comparison.EQUAL)).isLessThanOrEqualTo(5);
    }

    @Test
    void what_is_undecided_says_how_many_starts_it_needs() {
        assertThat(judged(3, 1.05, 1, Primary.CPU).map(Comparison::verdict))
                .anySatisfy(verdict -> assertThat(verdict).matches("undecided, needs about \\d+ starts"));
    }

    @Test
    void ten_percent_more_processor_time_is_found_in_at_least_80_of_100_runs() {
        assertThat(found(STARTS, 1.10, 1, Primary.CPU, "more")).isGreaterThanOrEqualTo(80);
    }

    @Test
    void five_milliseconds_on_ten_are_found_in_every_run() {
        assertThat(found(6, 1, 15.0 / 10, Primary.WARM_THROUGHPUT, "slower")).isEqualTo(RUNS);
    }

    private static long found(int starts, double cpu, double time, Primary metric, String verdict) {
        return judged(starts, cpu, time, metric)
                .filter(c -> c.verdict().equals(verdict))
                .count();
    }

    private static Stream<Comparison> judged(int starts, double cpu, double time, Primary metric) {
        return Arrays.stream(seeds())
                .boxed()
                .flatMap(seed -> simulated(seed, starts, cpu, time).stream())
                .filter(c -> c.metric() == metric);
    }

    private static long[] seeds() {
        return new Random(20261121).longs(RUNS).toArray();
    }

    /** All five metrics of two variants; the second one has faults. */
    private static List<Comparison> simulated(long seed, int starts, double cpu, double time) {
        Random random = new Random(seed);
        double[] drift = random.doubles(starts, 0.9, 1.1).toArray();
        return Comparison.all(
                List.of(
                        cell("a", "cold", random, drift, 1, 1),
                        cell("a", "warm", random, drift, 1, 1),
                        cell("b", "cold", random, drift, cpu, time),
                        cell("b", "warm", random, drift, cpu, time)),
                "a",
                List.of());
    }

    private static Cell cell(String variant, String phase, Random random, double[] drift, double cpu, double time) {
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
                Map.of(
                        "throughput.total", values(drift, d -> 3000 / time / d * noise(random)),
                        "startup.seconds", values(drift, d -> 2 * d * noise(random)),
                        "memory.underLoad.anonBytes", values(drift, d -> 1e8 * noise(random)),
                        "cpuSecondsPer1000.server", values(drift, d -> 0.2 * cpu * d * noise(random))),
                Map.of(),
                List.of(),
                List.of());
    }

    private static Spread values(double[] drift, ToDoubleFunction<Double> value) {
        return Spread.of(new ArrayList<>(
                Arrays.stream(drift).mapToObj(d -> value.applyAsDouble(d)).toList()));
    }

    private static double noise(Random random) {
        boolean far = random.nextInt(20) == 0;
        return Math.exp(NOISE * random.nextGaussian() * (far ? 4 : 1));
    }

    @Test
    void faults_planted_in_raw_files_are_found_in_the_report() throws Exception {
        SampleRun.Behaviour sound = SampleRun.Behaviour.of("servlet-platform", 10, 200, 2, 200);
        Summary summary = Report.write(SampleRun.write(
                folder.resolve("run"),
                List.of(
                        sound,
                        SampleRun.Behaviour.of("same", 10, 200, 2, 200),
                        SampleRun.Behaviour.of("costly", 10, 220, 2, 200),
                        SampleRun.Behaviour.of("slow", 15, 200, 2, 200),
                        new SampleRun.Behaviour("drops", 10, 200, 2, 200, 500, false),
                        new SampleRun.Behaviour("dies", 10, 200, 2, 200, 0, true)),
                12,
                4,
                50,
                1));

        assertThat(summary.comparisons())
                .filteredOn(c -> c.variant().equals("same"))
                .noneMatch(Comparison::different);
        assertThat(verdict(summary, "costly", Primary.CPU)).isEqualTo("more");
        assertThat(verdict(summary, "slow", Primary.WARM_THROUGHPUT)).isEqualTo("slower");
        assertThat(summary.failures())
                .contains(
                        "drops warm, invocation 1: 799 samples instead of 800",
                        "dies warm, invocation 1: the variant ended with code 137",
                        "dies warm, invocation 1: 400 samples instead of 800");
        assertThat(summary.failures()).noneMatch(line -> line.startsWith("same") || line.startsWith("servlet"));
    }

    private static String verdict(Summary summary, String variant, Primary metric) {
        return summary.comparisons().stream()
                .filter(c -> c.variant().equals(variant) && c.metric() == metric)
                .findFirst()
                .orElseThrow()
                .verdict();
    }
}
