package comparison.lab.noise;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import comparison.harness.Fault;
import comparison.harness.report.Cell;
import comparison.harness.report.Primary;
import comparison.harness.report.Summary;
import comparison.harness.stats.Spread;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Runs of two servers that are the same, but for the order in which they meet a cold machine. */
class TwinsTest {

    @Test
    void a_bias_shows_over_all_runs_together_and_metrics_without_one_are_calm() {
        Random random = new Random(1);
        List<Summary> runs = Stream.generate(() -> run(random, 8)).limit(5).toList();

        String table = new Twins("twin", "sound", runs).page().markdown();

        assertThat(table.lines().filter(line -> line.startsWith("| " + Primary.COLD_THROUGHPUT.title() + " |")))
                .singleElement()
                .asString()
                .contains(" | 40 | × 1.0")
                .satisfies(line -> assertThat(low(line)).isGreaterThan(1.03));
        assertThat(table.lines().filter(line -> line.startsWith("| " + Primary.CPU.title() + " |")))
                .singleElement()
                .asString()
                .contains(" | 40 | × ", " | 0 of 5 | ")
                .satisfies(line -> assertThat(low(line)).isLessThan(1));
        assertThat(table).doesNotContain(Primary.STARTUP.title());
    }

    @Test
    void runs_without_both_of_them_are_refused() {
        assertThatExceptionOfType(Fault.class)
                .isThrownBy(() -> new Twins("twin", "nobody", List.of(run(new Random(1), 8))).page())
                .withMessageContaining("There are not 3 rounds of nobody and twin in these runs.");
    }

    private static double low(String line) {
        return Double.parseDouble(line.replaceFirst(".*\\[", "").replaceFirst("–.*", ""));
    }

    private static Summary run(Random random, int rounds) {
        List<Cell> cells = Stream.of("sound", "twin")
                .flatMap(variant -> Stream.of("cold", "warm").map(phase -> cell(variant, phase, rounds, random)))
                .toList();
        return new Summary(2, "run", "process", "quick", rounds, 1000, "sound", List.of(), List.of(), cells, List.of());
    }

    private static Cell cell(String variant, String phase, int rounds, Random random) {
        double bias = variant.equals("twin") && phase.equals("cold") ? 1.08 : 1;
        return new Cell(
                variant,
                "OpenJDK",
                variant,
                false,
                phase,
                null,
                null,
                1000L,
                0L,
                Map.of(
                        "throughput.total", values(4000 * bias, rounds, random),
                        "cpuSecondsPer1000.server", values(0.1, rounds, random)),
                Map.of(),
                List.of(),
                List.of());
    }

    private static Spread values(double about, int rounds, Random random) {
        return Spread.of(IntStream.range(0, rounds)
                .mapToObj(_ -> about * Math.exp(0.03 * random.nextGaussian()))
                .toList());
    }
}
