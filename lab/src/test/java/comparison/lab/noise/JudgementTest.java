package comparison.lab.noise;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import comparison.harness.Fault;
import comparison.harness.plan.Variant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Synthetic rounds with fixed seeds and a known answer: a ratio with a noise of 8 %. */
@Tag("slow")
class JudgementTest {

    private static final int DRAWS = 1000;
    private static final double NOISE = 0.08;

    @Test
    void intervals_that_are_resampled_cover_the_planted_ratio_in_93_to_97_of_100() {
        assertThat(judged(1.05, quotients(400, 1.05, new Random(2))).coverage()).isBetween(0.93, 0.97);
    }

    @Test
    void twins_rarely_get_a_verdict() {
        Judgement twins = judged(1, quotients(400, 1, new Random(3)));

        assertThat(twins.found()).isLessThan(0.04);
        assertThat(twins.pair()).isEmpty();
    }

    @Test
    void a_bias_is_found_and_does_not_look_like_power() {
        List<Double> honest = quotients(400, 1.05, new Random(4));
        List<Double> biased = honest.stream().map(quotient -> quotient * 1.08).toList();

        Judgement judged = judged(1.05, biased);

        assertThat(judged.bias().low()).isGreaterThan(1.04);
        assertThat(judged.bias().estimate()).isBetween(1.06, 1.10);
        assertThat(judged.pair()).isEqualTo(judged(1.05, honest).pair());
    }

    @Test
    void a_larger_table_and_a_smaller_difference_need_more_starts() {
        List<Double> quotients = quotients(400, 1.10, new Random(5));

        // By the formula of SampleSize.toSee, a noise of 0.08 needs 10.
        int pair = judged(1.10, quotients).pair().orElseThrow();
        assertThat(pair).isBetween(7, 15);
        assertThat(judged(1.10, quotients).table().orElseThrow()).isGreaterThan(pair);
        assertThat(judged(1.001, quotients(48, 1.001, new Random(7))).pair()).isEmpty();
    }

    @Test
    void the_order_of_the_rounds_does_not_matter() {
        List<Double> quotients = quotients(24, 1.05, new Random(8));
        List<Double> shuffled = new ArrayList<>(quotients);
        Collections.shuffle(shuffled, new Random(9));

        assertThat(judged(1.05, shuffled))
                .usingRecursiveComparison()
                .ignoringFields("evidence")
                .withComparatorForType((a, b) -> Math.abs(a - b) < 1e-9 ? 0 : 1, Double.class)
                .isEqualTo(judged(1.05, quotients));
    }

    @Test
    void two_rounds_are_too_few_for_a_judgement() {
        assertThat(Judgement.of(new Evidence(1, quotients(2, 1, new Random(1)), List.of(1.0)), DRAWS))
                .isEmpty();
    }

    @Test
    void only_faults_of_cpu_time_are_planted_differences() {
        assertThat(Evidence.planted(variant(Map.of()))).isEqualTo(1);
        assertThat(Evidence.planted(variant(Map.of("FAULT", "none")))).isEqualTo(1);
        assertThat(Evidence.planted(variant(Map.of("FAULT", "cpu:0.05")))).isEqualTo(1.05);
        assertThatExceptionOfType(Fault.class)
                .isThrownBy(() -> Evidence.planted(variant(Map.of("FAULT", "wait:5"))))
                .withMessageContaining("has the fault wait:5, which is not one of CPU time");
    }

    private static Variant variant(Map<String, String> environment) {
        return new Variant("plus-10", "10 % more CPU", "jvm", "app", "app.jar", "app", environment);
    }

    private static Judgement judged(double planted, List<Double> quotients) {
        return Judgement.of(new Evidence(planted, quotients, List.of(60.0)), DRAWS)
                .orElseThrow();
    }

    private static List<Double> quotients(int count, double planted, Random random) {
        return IntStream.range(0, count)
                .mapToObj(_ -> planted * Math.exp(NOISE * random.nextGaussian()))
                .toList();
    }
}
