package comparison.harness.report;

import comparison.harness.Fault;
import comparison.harness.metric.Metric;
import comparison.harness.plan.Limits;
import comparison.harness.plan.Plan;
import comparison.harness.record.Json;
import comparison.harness.record.RunFolder;
import comparison.harness.stats.Spread;
import comparison.harness.workload.Phase;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The values of one metric in many runs.
 *
 * @param metric which one
 * @param lines by variant, phase and conditions, the oldest run first. Runs with other loads or limits have separate
 *     lines, because their values are not comparable
 */
public record History(Metric metric, Map<String, List<Point>> lines) {

    private static final String BARS = "▁▂▃▄▅▆▇█";

    /** The value of one run. */
    public record Point(String run, Spread value) {}

    /**
     * One run of a history.
     *
     * @param summary its figures
     * @param conditions runtime, load and limits, as text
     */
    public record Entry(Summary summary, String conditions) {

        /**
         * Reads the summary and the plan of a run.
         *
         * @throws Fault if its summary is missing, damaged, or of a newer program
         */
        public static Entry of(RunFolder run) {
            Summary summary = Report.summary(run);
            Optional<Plan> plan = Json.read(run.plan(), Plan.class);
            return new Entry(summary, summary.runtime() + plan.map(Entry::words).orElse(", load unknown"));
        }

        private static String words(Plan plan) {
            return Stream.of(
                            // A simulation is already named as the phase.
                            plan.simulations().isEmpty()
                                    ? plan.load()
                                    : "durations x %s"
                                            .formatted(plan.simulations()
                                                    .getFirst()
                                                    .timeScale()),
                            "jmeter".equals(plan.engine()) ? "" : plan.engine(),
                            plan.measures(Phase.WARM) ? "" : "no warm load",
                            plan.scraped() ? "" : "not scraped",
                            plan.limits() == Limits.ARTICLE
                                    ? ""
                                    : "limits " + plan.limits().id())
                    .filter(word -> !word.isEmpty())
                    .collect(Collectors.joining(", ", ", ", ""));
        }
    }

    /** Collects the values. Runs that lack the metric are left out. */
    public static History of(List<Entry> oldestFirst, Metric metric, @Nullable String variant) {
        Map<String, List<Point>> lines = new LinkedHashMap<>();
        for (Entry entry : oldestFirst) {
            Summary summary = entry.summary();
            for (Cell cell : summary.cells()) {
                Spread value = cell.figures().get(metric.key());
                if (value != null && (variant == null || variant.equals(cell.variant()))) {
                    lines.computeIfAbsent(
                                    cell.variant() + " " + cell.phase() + ", " + entry.conditions(),
                                    key -> new ArrayList<>())
                            .add(new Point(summary.run(), value));
                }
            }
        }
        return new History(metric, lines);
    }

    /**
     * Renders a line of bars and a list of values per variant and phase. Bars range from the smallest to the largest
     * value.
     */
    public String text() {
        if (lines.isEmpty()) {
            return "No run has %s.%n".formatted(metric.key());
        }
        StringBuilder out = new StringBuilder();
        lines.forEach((name, points) -> {
            out.append("%s  %s  (%s)%n".formatted(name, bars(points), metric.unit()));
            points.forEach(point -> out.append("  %-36s %s%n".formatted(point.run(), value(point.value()))));
        });
        return out.toString();
    }

    private String value(Spread spread) {
        return "%s, %s start%s".formatted(spread.text(this::number), spread.n(), spread.n() == 1 ? "" : "s");
    }

    private String number(double value) {
        return String.format(Locale.ROOT, "%.5g", value * metric.scale());
    }

    static String bars(List<Point> points) {
        double min = points.stream().mapToDouble(p -> p.value().median()).min().orElse(0);
        double max = points.stream().mapToDouble(p -> p.value().median()).max().orElse(0);
        StringBuilder bars = new StringBuilder();
        for (Point point : points) {
            double share = max > min ? (point.value().median() - min) / (max - min) : 0.5;
            bars.append(BARS.charAt((int) Math.round(share * (BARS.length() - 1))));
        }
        return bars.toString();
    }
}
