package comparison.harness.report;

import comparison.harness.Fault;
import comparison.harness.metric.Metric;
import comparison.harness.stats.Ratio;
import comparison.harness.stats.Spread;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * A condition that must not hold in a new run, such as {@code p99 > +20%} (relative to the base run) or
 * {@code warm startup > 2} (in the metric's unit).
 *
 * @param text as it was written
 * @param phase {@code cold}, {@code warm}, or null for all phases
 * @param metric what it is about
 * @param more true if values above the limit are wrong, false if values below it are
 * @param relative whether the limit is a change in percent
 * @param limit in percent, or in the metric's unit
 */
public record Requirement(
        String text, @Nullable String phase, Metric metric, boolean more, boolean relative, double limit) {

    private static final Pattern FORM = Pattern.compile(
            "\\s*(?:(cold|warm)\\s+)?([A-Za-z][\\w.]*)\\s*([<>])\\s*([+-]?\\d+(?:\\.\\d+)?)\\s*(%)?\\s*");

    /**
     * Parses one requirement.
     *
     * @throws Fault of kind BAD_INPUT if it has another form or names an unknown metric
     */
    public static Requirement parse(String text) {
        Matcher form = FORM.matcher(text);
        if (!form.matches()) {
            throw Fault.badInput(
                    "'%s' is not a requirement. Valid: [cold|warm] METRIC >|< NUMBER[%%], such as 'p99 > +20%%' or 'warm startup > 2'. Metrics: %s."
                            .formatted(text, Metric.names()));
        }
        Metric metric = Metric.named(form.group(2));
        boolean relative = form.group(5) != null;
        if (relative && metric.equals(Metric.ERRORS)) {
            throw Fault.badInput("'%s': errors are counted, not compared. Write 'errors > 0'.".formatted(text));
        }
        return new Requirement(
                text.strip(),
                form.group(1),
                metric,
                form.group(3).equals(">"),
                relative,
                Double.parseDouble(form.group(4)));
    }

    /** The result of a requirement in one cell. */
    public enum Outcome {
        /** Within the limit. */
        KEPT,
        /** Beyond the limit with the whole 95 % interval. */
        BROKEN,
        /** Beyond the limit, but the interval includes the limit, so it may be noise. */
        WITHIN_NOISE,
        /** Beyond the limit, with too few starts for an interval. */
        NOT_JUDGED,
        /** The figure is missing, or no ratio can be computed, for example because a value is 0. */
        MISSING,
        /** A ratio of what is not equal work: other SQL, or the throughput of a schedule. */
        NOT_COMPARABLE,
        /** One of the two cells must not be trusted: a start died, or responses were wrong. */
        FAILED
    }

    boolean concerns(Cell cell) {
        return phase == null || phase.equals(cell.phase());
    }

    /**
     * Judges one cell of the new run, compared with the same cell of the base.
     *
     * @param comparable whether both did the same work
     */
    Outcome judge(Cell base, Cell cell, boolean comparable) {
        boolean counted = metric.equals(Metric.ERRORS);
        Long errors = cell.errors();
        if (counted && errors != null && over(errors, limit)) {
            return Outcome.BROKEN;
        }
        if (base.failed() || cell.failed()) {
            return Outcome.FAILED;
        }
        if (counted) {
            return errors == null ? Outcome.MISSING : Outcome.KEPT;
        }
        Optional<Spread> now = cell.figure(metric);
        if (relative && !comparable && now.isPresent()) {
            return Outcome.NOT_COMPARABLE;
        }
        Optional<Outcome> outcome = relative
                ? ratio(base.figure(metric).orElse(null), now.orElse(null))
                        .map(ratio -> judge(1 + limit / 100, ratio.estimate(), ratio.low(), ratio.high()))
                : now.map(spread -> judge(limit / metric.scale(), spread.median(), spread.low(), spread.high()));
        return outcome.orElse(Outcome.MISSING);
    }

    private Outcome judge(double bound, double middle, @Nullable Double low, @Nullable Double high) {
        if (!over(middle, bound)) {
            return Outcome.KEPT;
        }
        Double near = more ? low : high;
        return near == null ? Outcome.NOT_JUDGED : over(near, bound) ? Outcome.BROKEN : Outcome.WITHIN_NOISE;
    }

    private boolean over(double value, double bound) {
        return more ? value > bound : value < bound;
    }

    static Optional<Ratio> ratio(@Nullable Spread base, @Nullable Spread now) {
        return base == null || now == null ? Optional.empty() : Ratio.unpaired(now.present(), base.present());
    }
}
