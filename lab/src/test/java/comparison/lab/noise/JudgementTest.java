package comparison.lab.noise;

import static org.assertj.core.api.Assertions.assertThat;

import comparison.harness.stats.Ratio;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Objects;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Synthetic banks with fixed seeds and a known answer: 5 % noise of the machine, which the covariate sees, and 3 % of each
 * start's own.
 */
@Tag("slow")
class JudgementTest {

    private static final int DRAWS = 1000;
    private static final double MACHINE = 0.05;
    private static final double OWN = 0.03;

    @ParameterizedTest
    @EnumSource(Way.class)
    void intervals_of_95_percent_contain_the_planted_ratio_in_93_to_97_of_100_banks(Way way) {
        Random random = new Random(1);
        long covered = IntStream.range(0, 4000)
                .filter(_ -> {
                    Ratio ratio = way.ratio(rounds(12, 1.05, random)).orElseThrow();
                    return Objects.requireNonNull(ratio.low()) <= 1.05 && 1.05 <= Objects.requireNonNull(ratio.high());
                })
                .count();

        assertThat(covered / 4000.0).isBetween(0.93, 0.97);
    }

    @ParameterizedTest
    @EnumSource(Way.class)
    void intervals_that_are_resampled_from_a_bank_cover_it(Way way) {
        assertThat(judged(way, 1.05, rounds(400, 1.05, new Random(2))).coverage())
                .isBetween(0.93, 0.97);
    }

    @ParameterizedTest
    @EnumSource(Way.class)
    void twins_rarely_get_a_verdict(Way way) {
        Judgement twins = judged(way, 1, rounds(400, 1, new Random(3)));

        assertThat(twins.found()).isLessThan(0.04);
        assertThat(twins.pair()).isEmpty();
    }

    @Test
    void a_bias_is_found_and_does_not_look_like_power() {
        List<Round> honest = rounds(48, 1.05, new Random(4));
        List<Round> biased = honest.stream().map(round -> round.times(1.08)).toList();

        Judgement judged = judged(Way.CANARY, 1.05, biased);

        assertThat(judged.bias().low()).isGreaterThan(1.04);
        assertThat(judged.bias().estimate()).isBetween(1.06, 1.10);
        assertThat(judged.pair()).isEqualTo(judged(Way.CANARY, 1.05, honest).pair());
    }

    @Test
    void a_covariate_that_sees_the_machine_saves_starts() {
        List<Round> rounds = rounds(400, 1.10, new Random(5));

        int plain = judged(Way.PLAIN, 1.10, rounds).pair().orElseThrow();
        int canary = judged(Way.CANARY, 1.10, rounds).pair().orElseThrow();

        // By the formula of SampleSize.toSee: noise 0.082 and 0.042 need 10 and 6, the covariate one more.
        assertThat(plain).isBetween(7, 15);
        assertThat(canary).isBetween(4, 10).isLessThan(plain);
        assertThat(judged(Way.CANARY, 1.10, rounds).table().orElseThrow()).isGreaterThan(canary);
    }

    @Test
    void a_covariate_without_spread_explains_nothing() {
        List<Round> rounds = rounds(12, 1, new Random(6)).stream()
                .map(round -> new Round(round.value(), round.base(), 1))
                .toList();

        assertThat(Way.CANARY.ratio(rounds)).isEqualTo(Way.PLAIN.ratio(rounds));
    }

    @Test
    void what_a_bank_cannot_show_needs_more_starts_than_anybody_measures() {
        assertThat(judged(Way.PLAIN, 1.001, rounds(48, 1.001, new Random(7))).pair())
                .isEmpty();
    }

    @Test
    void the_order_of_the_rounds_does_not_matter() {
        List<Round> rounds = rounds(24, 1.05, new Random(8));
        List<Round> shuffled = new ArrayList<>(rounds);
        Collections.shuffle(shuffled, new Random(9));

        assertThat(judged(Way.PLAIN, 1.05, shuffled))
                .usingRecursiveComparison()
                .ignoringFields("evidence")
                .withComparatorForType((a, b) -> Math.abs(a - b) < 1e-9 ? 0 : 1, Double.class)
                .isEqualTo(judged(Way.PLAIN, 1.05, rounds));
    }

    @Test
    void two_rounds_are_too_few_for_a_judgement() {
        assertThat(Judgement.of(new Evidence(Way.PLAIN, 1, rounds(2, 1, new Random(1)), 1, 1), DRAWS))
                .isEmpty();
    }

    private static Judgement judged(Way way, double planted, List<Round> rounds) {
        return Judgement.of(new Evidence(way, planted, rounds, 120, 960), DRAWS).orElseThrow();
    }

    /** The machine slows both, each at its own time; the covariate follows it, with 1 % noise of its own. */
    static List<Round> rounds(int count, double planted, Random random) {
        return IntStream.range(0, count)
                .mapToObj(_ -> {
                    double a = MACHINE * random.nextGaussian();
                    double b = MACHINE * random.nextGaussian();
                    return new Round(
                            100 * planted * Math.exp(a + OWN * random.nextGaussian()),
                            100 * Math.exp(b + OWN * random.nextGaussian()),
                            Math.exp(a - b + 0.01 * random.nextGaussian()));
                })
                .toList();
    }
}
