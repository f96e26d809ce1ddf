package comparison.lab.study;

import comparison.harness.stats.Ratio;
import comparison.harness.stats.Rounds;
import comparison.harness.stats.Spread;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The ratio of two figures of the same round. Pairing removes disturbances of the machine that affect both.
 *
 * @param rounds the ratio of each round that has both, at least one
 * @param ratio over the rounds, with Student's interval if there are at least three
 */
public record Paired(List<Double> rounds, Ratio ratio) {

    /**
     * Compares two figures by round.
     *
     * @return empty if no round has both, or a figure is not above 0
     */
    public static Optional<Paired> of(Map<Integer, Double> figures, Map<Integer, Double> base) {
        Rounds rounds = rounds(figures, base);
        return rounds.ratio().map(ratio -> new Paired(rounds.quotients(), ratio));
    }

    /** Selects the rounds that both have. */
    public static Rounds rounds(Map<Integer, Double> figures, Map<Integer, Double> base) {
        List<Double> ours = new ArrayList<>();
        List<Double> theirs = new ArrayList<>();
        figures.forEach((round, figure) -> {
            Double other = base.get(round);
            if (other != null) {
                ours.add(figure);
                theirs.add(other);
            }
        });
        return new Rounds(ours, theirs);
    }

    /**
     * Formats the ratio with its interval in brackets or, with too few rounds for one, with the range in parentheses.
     */
    @Override
    public String toString() {
        Spread range = Spread.of(rounds);
        return new Spread(
                        range.n(),
                        ratio.estimate(),
                        range.min(),
                        range.max(),
                        ratio.low(),
                        ratio.high(),
                        range.values(),
                        range.outliers())
                .text(2);
    }
}
