package comparison.harness.cli;

import comparison.harness.Fault;
import comparison.harness.plan.Plan;
import comparison.harness.record.Json;
import comparison.harness.record.Load;
import comparison.harness.record.RunFolder;
import comparison.harness.stats.MedianInterval;
import comparison.harness.stats.SampleSize;
import comparison.harness.workload.Phase;
import java.time.Duration;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * The requested precision of the figures, and the time for it.
 *
 * @param share upper bound of (half the width of the interval / median) of each total throughput; empty for as many
 *     fresh starts as planned
 * @param budget time after which no starts are added
 * @param startNanos beginning of the budget, on the clock of {@link System#nanoTime}
 */
record Precision(Optional<Double> share, Duration budget, long startNanos) {

    private static final Duration DEFAULT_BUDGET = Duration.ofHours(2);
    private static final Pattern PERCENT = Pattern.compile("(\\d{1,2}(?:\\.\\d+)?)\\s*%");
    private static final Pattern TIME = Pattern.compile("(\\d{1,4})\\s*([smh])");
    private static final double PERCENTS = 100;

    /** The price of stopping when intervals happen to be narrow; PrecisionTest simulates it. */
    private static final String PRICE =
            "because it stopped at a narrow interval, about 94 instead of 95 % of its ratios' intervals contain the truth";

    static Precision of(@Nullable String percent, @Nullable String budget) {
        if (percent == null && budget != null) {
            throw Fault.badInput("--budget limits --precision, which is not given. Give both, or --invocations.");
        }
        return new Precision(
                Optional.ofNullable(percent).map(Precision::share),
                Optional.ofNullable(budget).map(Precision::time).orElse(DEFAULT_BUDGET),
                System.nanoTime());
    }

    private static double share(String text) {
        Matcher percent = PERCENT.matcher(text);
        double share = percent.matches() ? Double.parseDouble(percent.group(1)) / PERCENTS : 0;
        if (share <= 0) {
            throw Fault.badInput("--precision is '%s'. Valid: above 0%% and below 100%%, such as 3%%.".formatted(text));
        }
        return share;
    }

    private static Duration time(String text) {
        Matcher time = TIME.matcher(text);
        if (!time.matches()) {
            throw Fault.badInput("--budget is '%s'. Valid: a number with s, m or h, such as 90m.".formatted(text));
        }
        return Duration.parse("PT" + time.group(1) + time.group(2).toUpperCase(Locale.ROOT));
    }

    /**
     * Extends the plan by one round of fresh starts, and writes it. Empty if no precision is requested, it is reached,
     * or the budget is used up.
     */
    Optional<Plan> more(Plan plan, RunFolder run) {
        boolean inTime = System.nanoTime() - startNanos < budget.toNanos();
        if (share.isEmpty() || !inTime || isReached(plan, run)) {
            return Optional.empty();
        }
        Plan longer = plan.withInvocations(plan.invocations() + 1);
        Json.write(run.plan(), longer);
        return Optional.of(longer);
    }

    /**
     * Reports whether the precision was reached and, if not, how many starts it would take. Empty if none was
     * requested.
     */
    Optional<String> outcome(Plan plan, RunFolder run) {
        return share.map(wished -> widest(plan, run)
                .filter(cell -> cell.halfWidth() > wished)
                .map(cell -> missed(cell, wished, plan.invocations()))
                .orElse(String.format(
                        Locale.ROOT,
                        "a precision of %.1f %% was reached with %d fresh starts; %s",
                        wished * PERCENTS,
                        plan.invocations(),
                        PRICE)));
    }

    private static String missed(Width cell, double wished, int starts) {
        if (Double.isInfinite(cell.halfWidth())) {
            return String.format(
                    Locale.ROOT,
                    "a precision of %.1f %% was not reached: %d fresh starts give no interval, which takes six; --resume RUN --precision adds some",
                    wished * PERCENTS,
                    starts);
        }
        return String.format(
                Locale.ROOT,
                "a precision of %.1f %% was not reached with %d fresh starts: the interval of %s is ± %.1f %% wide, and with its noise about %d starts would do; --resume RUN --precision adds some",
                wished * PERCENTS,
                starts,
                cell.name(),
                cell.halfWidth() * PERCENTS,
                cell.startsFor(wished));
    }

    private boolean isReached(Plan plan, RunFolder run) {
        return widest(plan, run).map(Width::halfWidth).orElse(0.0) <= share.orElseThrow();
    }

    /**
     * The throughputs of a cell.
     *
     * @param name variant and phase
     * @param values one per start; at least one
     */
    private record Width(String name, List<Double> values) {

        /** Returns half the width / the median; infinite while there are too few values for an interval. */
        double halfWidth() {
            return MedianInterval.of(values).map(MedianInterval::halfWidthShare).orElse(Double.POSITIVE_INFINITY);
        }

        /**
         * Estimates the required number of starts. The variance of the median of normal values is pi / 2 times that of
         * the mean, so it takes pi / 2 times as many values.
         */
        long startsFor(double share) {
            return Math.round(SampleSize.forHalfWidth(SampleSize.noise(values), share) * Math.PI / 2);
        }
    }

    /** Returns the cell with the widest interval. Cells without any figure are ignored. */
    private static Optional<Width> widest(Plan plan, RunFolder run) {
        return plan.variants().stream()
                .flatMap(variant -> plan.phases().stream()
                        .map(phase -> new Width(
                                variant.id() + " " + phase.label(), throughputs(plan, run, variant.id(), phase))))
                .filter(cell -> !cell.values().isEmpty())
                .max(Comparator.comparingDouble(Width::halfWidth));
    }

    private static List<Double> throughputs(Plan plan, RunFolder run, String variant, Phase phase) {
        return plan.order().stream()
                .filter(slot -> slot.variant().equals(variant))
                .flatMap(slot -> Load.read(run.invocation(slot).load(phase)).stream())
                .map(Load::sent)
                .map(sent -> (double) sent.samples() / Math.max(1, sent.lastMillis() - sent.firstMillis()))
                .toList();
    }
}
