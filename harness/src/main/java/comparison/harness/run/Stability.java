package comparison.harness.run;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * When throughput counts as steady: the coefficient of variation (standard deviation / mean) of the last windows is at most
 * a threshold. Georges, Buytaert and Eeckhout, "Statistically Rigorous Java Performance Evaluation", OOPSLA 2007, section
 * 4.2, who name 0.01 or 0.02.
 *
 * @param windows how many of the last ones are looked at, at least 2
 * @param threshold of their coefficient of variation
 */
record Stability(int windows, double threshold) {

    /** Returns the coefficient of variation of the last windows, or null while there are too few. */
    @Nullable
    Double variation(List<Double> throughputs) {
        if (throughputs.size() < windows) {
            return null;
        }
        List<Double> last = throughputs.subList(throughputs.size() - windows, throughputs.size());
        double mean = last.stream().mapToDouble(Double::doubleValue).average().orElseThrow();
        double squares = last.stream()
                .mapToDouble(value -> (value - mean) * (value - mean))
                .sum();
        return Math.sqrt(squares / (windows - 1)) / mean;
    }

    /** Returns whether the last windows are steady. */
    boolean of(List<Double> throughputs) {
        Double variation = variation(throughputs);
        return variation != null && variation <= threshold;
    }

    /** Returns the criterion in words. */
    String inWords() {
        return "coefficient of variation of the throughput of %d windows at most %s (Georges et al., OOPSLA 2007, section 4.2)"
                .formatted(windows, threshold);
    }
}
