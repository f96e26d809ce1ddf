package comparison.harness.report;

import comparison.harness.stats.Spread;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * Checks that two runs, for example of two load engines, rank the same variants in the same order. It compares medians
 * only, not intervals, so equal variants may change places by noise. Cells that failed have no rank.
 */
final class Ranking {

    private Ranking() {}

    /**
     * Lists each pair of variants that the two runs rank differently, one line per metric. Without such a pair, one
     * line reports that. Empty for fewer than two variants.
     */
    static List<String> swaps(Summary base, Summary now, List<String> variants) {
        if (variants.size() < 2) {
            return List.of();
        }
        List<String> swaps = new ArrayList<>();
        for (int i = 0; i < variants.size(); i++) {
            for (String other : variants.subList(i + 1, variants.size())) {
                String one = variants.get(i);
                metrics(base.rateIsSet() || now.rateIsSet())
                        .flatMap(metric -> swap(metric, base, now, one, other).stream())
                        .forEach(swaps::add);
            }
        }
        return swaps.isEmpty()
                ? List.of(
                        "ranks: the medians of both runs put all %s variants in the same order, in every metric under load that both runs have"
                                .formatted(variants.size()))
                : swaps;
    }

    /**
     * No load is sent during start-up, so the load engine cannot affect it. A throughput that was set does not rank
     * variants.
     */
    private static Stream<Primary> metrics(boolean rateIsSet) {
        return Arrays.stream(Primary.values())
                .filter(metric -> metric != Primary.STARTUP)
                .filter(metric -> !rateIsSet || !metric.metric().isThroughput());
    }

    private static Optional<String> swap(Primary metric, Summary base, Summary now, String one, String other) {
        Optional<Double> before = quotient(metric, base, one, other);
        Optional<Double> after = quotient(metric, now, one, other);
        return before.flatMap(a -> after.filter(b -> (a - 1) * (b - 1) < 0)
                .map(b -> String.format(
                        Locale.ROOT,
                        "the medians rank differently, which may be noise: %s of %s / %s is %.3f in %s, %.3f in %s",
                        metric.title(),
                        one,
                        other,
                        a,
                        base.run(),
                        b,
                        now.run())));
    }

    private static Optional<Double> quotient(Primary metric, Summary in, String one, String other) {
        return median(metric, in, one).flatMap(a -> median(metric, in, other).map(b -> a / b));
    }

    private static Optional<Double> median(Primary metric, Summary in, String variant) {
        return metric.failed(in.cells(), variant)
                ? Optional.empty()
                : metric.of(in.cells(), variant).map(Spread::median);
    }
}
