package comparison.harness.report;

import comparison.harness.Fault;
import comparison.harness.stats.Ratio;
import comparison.harness.stats.Spread;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * What a new run must not do, such as {@code p99 > +20%} (relative to the base run) or {@code warm startup > 2} (in the
 * metric's unit).
 *
 * @param text as it was written
 * @param phase {@code cold}, {@code warm}, or null for both
 * @param metric a key of {@link #METRICS}, or the name of any figure of summary.json
 * @param more whether more than the limit is wrong, else less
 * @param relative whether the limit is a change in percent
 * @param limit in percent, or in the metric's unit
 */
public record Requirement(
        String text, @Nullable String phase, String metric, boolean more, boolean relative, double limit) {

    /**
     * A metric with a short name.
     *
     * @param figure its name in summary.json
     * @param unit what limits are in
     * @param scale from the unit of summary.json to it
     */
    public record Metric(String figure, String unit, double scale) {}

    /** The short names. */
    public static final Map<String, Metric> METRICS = metrics();

    private static final Pattern FORM = Pattern.compile(
            "\\s*(?:(cold|warm)\\s+)?([A-Za-z][\\w.]*)\\s*([<>])\\s*([+-]?\\d+(?:\\.\\d+)?)\\s*(%)?\\s*");

    private static Map<String, Metric> metrics() {
        Map<String, Metric> metrics = new TreeMap<>();
        metrics.put("throughput", new Metric("throughput.total", "1/s", 1));
        metrics.put("startup", new Metric("startup.seconds", "s", 1));
        metrics.put("memory", new Metric("memory.underLoad.anonBytes", "MiB", 1.0 / (1 << 20)));
        metrics.put("cpu", new Metric("cpuSecondsPer1000.server", "ms per 1000 requests", 1000));
        metrics.put("p50", new Metric("latency.total.p50Millis", "ms", 1));
        metrics.put("p90", new Metric("latency.total.p90Millis", "ms", 1));
        metrics.put("p99", new Metric("latency.total.p99Millis", "ms", 1));
        metrics.put("p99.9", new Metric("latency.total.p999Millis", "ms", 1));
        metrics.put("max", new Metric("latency.total.maxMillis", "ms", 1));
        metrics.put("errors", new Metric("errors", "requests", 1));
        return Map.copyOf(metrics);
    }

    /**
     * Reads one.
     *
     * @throws Fault of kind BAD_INPUT if it is none
     */
    public static Requirement parse(String text) {
        Matcher form = FORM.matcher(text);
        if (!form.matches()) {
            throw Fault.badInput(
                    "'%s' is no requirement. Valid: [cold|warm] METRIC >|< NUMBER[%%], such as 'p99 > +20%%' or 'warm startup > 2'. Metrics: %s."
                            .formatted(text, names()));
        }
        String metric = form.group(2);
        metric(metric);
        boolean relative = form.group(5) != null;
        if (relative && metric.equals("errors")) {
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

    /** Returns the metric of a short name, or of the name of a figure. */
    public static Metric metric(String name) {
        Metric known = METRICS.get(name);
        if (known != null) {
            return known;
        }
        if (name.contains(".")) {
            return new Metric(name, "", 1);
        }
        throw Fault.badInput(
                "Unknown metric '%s'. Valid: %s, and each figure of summary.json.".formatted(name, names()));
    }

    private static String names() {
        return String.join(", ", METRICS.keySet().stream().sorted().toList());
    }

    /** What came of a requirement in one cell. */
    public enum Outcome {
        /** Within the limit. */
        KEPT,
        /** Over the limit with all of the interval. */
        BROKEN,
        /** Over the limit, but the interval reaches below it: it may be noise. */
        WITHIN_NOISE,
        /** Over the limit, with too few starts to tell it from noise. */
        NOT_JUDGED,
        /** One of the two runs does not have it. */
        MISSING,
        /** One of the two cells must not be trusted: a start died, or answers were wrong. */
        FAILED
    }

    boolean concerns(Cell cell) {
        return phase == null || phase.equals(cell.phase());
    }

    /** Judges one cell of the new run, beside the same one of the base. */
    Outcome judge(Cell base, Cell cell) {
        if (metric.equals("errors")) {
            Long errors = cell.errors();
            if (errors != null && over(errors)) {
                return Outcome.BROKEN;
            }
        }
        if (!base.failures().isEmpty() || !cell.failures().isEmpty()) {
            return Outcome.FAILED;
        }
        if (metric.equals("errors")) {
            return cell.errors() == null ? Outcome.MISSING : Outcome.KEPT;
        }
        Metric of = metric(metric);
        Spread now = cell.figures().get(of.figure());
        if (now == null) {
            return Outcome.MISSING;
        }
        if (!relative) {
            return judge(now.median() * of.scale(), scaled(now.low(), of), scaled(now.high(), of));
        }
        return ratio(base.figures().get(of.figure()), now)
                .map(ratio -> judge(change(ratio.estimate()), change(ratio.low()), change(ratio.high())))
                .orElse(Outcome.MISSING);
    }

    private Outcome judge(@Nullable Double middle, @Nullable Double low, @Nullable Double high) {
        if (middle == null || !over(middle)) {
            return Outcome.KEPT;
        }
        Double near = more ? low : high;
        return near == null ? Outcome.NOT_JUDGED : over(near) ? Outcome.BROKEN : Outcome.WITHIN_NOISE;
    }

    private boolean over(double value) {
        return more ? value > limit : value < limit;
    }

    private static @Nullable Double scaled(@Nullable Double value, Metric of) {
        return value == null ? null : Double.valueOf(value * of.scale());
    }

    private static @Nullable Double change(@Nullable Double ratio) {
        return ratio == null ? null : Double.valueOf((ratio - 1) * 100);
    }

    static Optional<Ratio> ratio(@Nullable Spread base, @Nullable Spread now) {
        if (base == null || now == null) {
            return Optional.empty();
        }
        return Ratio.unpaired(now.present(), base.present());
    }

    /** Reads a file: one per line, # begins a comment. */
    public static List<Requirement> parse(List<String> lines) {
        return lines.stream()
                .map(line -> line.replaceFirst("#.*", "").strip())
                .filter(line -> !line.isEmpty())
                .map(Requirement::parse)
                .toList();
    }

    @Override
    public String toString() {
        return text.toLowerCase(Locale.ROOT);
    }
}
