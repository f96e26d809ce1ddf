package comparison.harness.run;

import comparison.harness.raw.Ladder.Step;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.OptionalDouble;
import java.util.function.DoubleFunction;

/**
 * Finds the highest rate that keeps a goal: up by half each time until one does not, then halves what lies between, geometrically,
 * until it is known to a tenth. A rate that misses is tried once more, so that one hiccup of the machine does not end the search.
 */
final class RateSearch {

    private static final double FIRST = 100;
    private static final double UP = 1.5;
    private static final double CLOSE_ENOUGH = 1.1;

    private final double most;
    private final DoubleFunction<Step> sender;
    private final List<Step> steps = new ArrayList<>();

    /**
     * Makes a search.
     *
     * @param most the highest rate that the client can send, in requests per second
     * @param sender sends at a rate
     */
    RateSearch(double most, DoubleFunction<Step> sender) {
        this.most = most;
        this.sender = sender;
    }

    /** Returns the steps that were taken. */
    List<Step> run() {
        double rate = FIRST;
        while (rate < most && kept(rate)) {
            rate = Math.min(most, rate * UP);
        }
        if (rate == most) {
            kept(rate);
        }
        bisect();
        return steps;
    }

    private void bisect() {
        double low = highest(steps).orElse(FIRST);
        double high = steps.stream()
                .filter(step -> !step.kept() && step.perSecond() > low)
                .mapToDouble(Step::perSecond)
                .min()
                .orElse(low);
        if (high > low * CLOSE_ENOUGH) {
            kept(Math.rint(Math.sqrt(low * high)));
            bisect();
        }
    }

    private boolean kept(double rate) {
        Step step = sender.apply(rate);
        steps.add(step);
        if (!step.kept()) {
            step = sender.apply(rate);
            steps.add(step);
        }
        return step.kept();
    }

    /** Returns the highest rate that kept the goal. */
    static OptionalDouble highest(List<Step> steps) {
        return steps.stream()
                .filter(Step::kept)
                .max(Comparator.comparingDouble(Step::perSecond))
                .map(Step::perSecond)
                .map(OptionalDouble::of)
                .orElse(OptionalDouble.empty());
    }
}
