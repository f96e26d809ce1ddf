package comparison.harness.cli;

import static org.assertj.core.api.Assertions.assertThat;

import comparison.harness.plan.Plan;
import comparison.harness.plan.Variant;
import comparison.harness.record.Json;
import comparison.harness.record.Load;
import comparison.harness.record.RunFolder;
import comparison.harness.report.Comparison;
import comparison.harness.report.SampleRun;
import comparison.harness.stats.MedianInterval;
import comparison.harness.stats.Ratio;
import comparison.harness.workload.Loops;
import comparison.harness.workload.Phase;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class PrecisionTest {

    private static final Plan PLAN = Plan.draw(
            "quick",
            List.of(new Variant("one", "One", "jvm", "one", "one.jar", "one", Map.of())),
            List.of(new Loops(10, 200)),
            List.of(Phase.COLD),
            8,
            1);

    @TempDir
    @SuppressWarnings("NullAway.Init") // set by JUnit before each test
    private Path folder;

    @Test
    void what_is_precise_enough_gets_no_more_starts_and_is_told_so() {
        RunFolder run = measured(1000, 1001, 1002, 1003, 1004, 1005, 1006, 1007);
        Precision precision = Precision.of("3%", "1h");

        assertThat(precision.more(PLAN, run)).isEmpty();
        assertThat(precision.outcome(PLAN, run))
                .hasValueSatisfying(text -> assertThat(text)
                        .startsWith("a precision of 3.0 % was reached with 8 fresh starts; because it stopped at a"));
    }

    @Test
    void what_is_not_gets_a_start_while_there_is_time_and_is_told_how_many_it_takes() {
        RunFolder run = measured(800, 850, 900, 950, 1050, 1100, 1150, 1200);

        assertThat(Precision.of("3%", "1h").more(PLAN, run))
                .hasValueSatisfying(longer -> assertThat(longer.invocations()).isEqualTo(9));
        assertThat(Precision.of("3%", "0s").more(PLAN, run)).isEmpty();
        // Noise 0.146 by hand; 1.96 x 0.146 / ln 1.03 = 9.7, so some 95 starts for a mean, and pi / 2 as many for a
        // median.
        assertThat(Precision.of("3%", "0s").outcome(PLAN, run))
                .hasValueSatisfying(text -> assertThat(text)
                        .contains("3.0 % was not reached with 8 fresh starts: the interval of one cold is ± ")
                        .containsPattern("about 1[45]\\d starts would do"));
    }

    /** Equal variants with 5 % noise and a wish of 3 %, a new round until both medians are precise enough. */
    @Test
    void to_stop_at_a_narrow_interval_costs_about_a_percent_of_coverage() {
        Random random = new Random(1);
        int covered = 0;
        int wrong = 0;
        for (int run = 0; run < 1000; run++) {
            List<Double> one = new ArrayList<>();
            List<Double> other = new ArrayList<>();
            do {
                one.add(Math.exp(0.05 * random.nextGaussian()));
                other.add(Math.exp(0.05 * random.nextGaussian()));
            } while (!narrow(one) || !narrow(other));
            Ratio ratio = Ratio.paired(one, other).orElseThrow();
            covered += Objects.requireNonNull(ratio.low()) <= 1 && Objects.requireNonNull(ratio.high()) >= 1 ? 1 : 0;
            wrong += Objects.requireNonNull(ratio.p()) < Comparison.LEVEL ? 1 : 0;
        }

        assertThat(covered / 1000.0).isBetween(0.92, 0.96);
        assertThat(wrong / 1000.0).isLessThan(0.04);
    }

    /** The same at the level of a verdict, by somebody who looks after each round from the third to the twelfth. */
    @Test
    void one_of_ten_provisional_tables_has_a_false_verdict_more_often_than_the_last_one() {
        Random random = new Random(2);
        int once = 0;
        int last = 0;
        for (int run = 0; run < 1000; run++) {
            List<Double> one = new ArrayList<>();
            boolean seen = false;
            boolean now = false;
            for (int round = 1; round <= 12; round++) {
                one.add(Math.exp(random.nextGaussian()));
                Double p = Ratio.paired(one, Collections.nCopies(round, 1.0))
                        .orElseThrow()
                        .p();
                now = p != null && p < Comparison.LEVEL;
                seen |= now;
            }
            once += seen ? 1 : 0;
            last += now ? 1 : 0;
        }

        assertThat(once / 1000.0).isBetween(0.06, 0.12);
        assertThat(last / 1000.0).isBetween(0.005, 0.035);
    }

    private static boolean narrow(List<Double> values) {
        return MedianInterval.of(values)
                .filter(interval -> interval.halfWidthShare() <= 0.03)
                .isPresent();
    }

    @Test
    void without_a_wish_nothing_is_said() {
        assertThat(Precision.of(null, null).outcome(PLAN, measured(1, 2, 3, 4, 5, 6, 7, 8)))
                .isEmpty();
    }

    /** One load of 4000 samples per start, of so many ms. */
    private RunFolder measured(int... millis) {
        RunFolder run = new RunFolder(folder);
        for (int i = 0; i < millis.length; i++) {
            Load.Sent sent = new Load.Sent("jmeter", "closed", 10, 4000, 0, 0, millis[i], 1, null, null);
            Json.write(
                    run.invocation(new Plan.Slot("one", i + 1)).load(Phase.COLD).facts(),
                    new Load(
                            Load.SCHEMA_VERSION,
                            "figures",
                            "2026-01-01T00:00:00Z",
                            1,
                            0,
                            0,
                            sent,
                            SampleRun.NO_CPU,
                            SampleRun.NO_PRESSURE,
                            SampleRun.UNREAD,
                            SampleRun.UNREAD,
                            SampleRun.UNBOUND,
                            Map.of(),
                            Map.of()));
        }
        return run;
    }
}
