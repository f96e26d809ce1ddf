package comparison.harness.report;

import comparison.harness.metric.Metric;
import comparison.harness.plan.Plan;
import comparison.harness.plan.Variant;
import comparison.harness.raw.Disk;
import comparison.harness.raw.Environment;
import comparison.harness.raw.Json;
import comparison.harness.raw.Load;
import comparison.harness.raw.RunFolder;
import comparison.harness.stats.Spread;
import comparison.harness.workload.Phase;
import comparison.harness.workload.Simulation;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.json.JsonMapper;

/** The report of a run that sent simulations: a section for each source, with what it published beside what was measured. */
final class SimulationReport {

    private static final List<String> HEADINGS = List.of(
            "Simulation",
            "Variant",
            "Published success",
            "Success",
            "Requests",
            "Seconds",
            "Requests/s",
            "Failed",
            "Last failure (s)",
            "p50 (ms)",
            "p95 (ms)",
            "p99 (ms)",
            "Max (ms)",
            "Most in flight",
            "CPU per 1000 (ms)",
            "Memory (MiB)",
            "Heap peak (MiB)",
            "GC (count, ms)",
            "Sent late, p99 (ms)",
            "Demands");

    private static final List<String> PHASES = List.of(
            "Simulation",
            "Variant",
            "Request",
            "Phase",
            "From (s)",
            "Requests",
            "Success",
            "Failed",
            "Last failure (s)",
            "p50 (ms)",
            "p90 (ms)",
            "p99 (ms)",
            "Max (ms)",
            "Kinds of failure");

    private static final String OURS_ELSEWHERE = "No figure of this run stands beside it. It is measured here by:";

    private record All(List<Source> simulated) {}

    private record Source(
            String id,
            String title,
            List<String> simulations,
            List<Figure> published,
            List<String> facts,
            List<String> differs) {}

    private record Figure(String stack, boolean virtual, String simulation, String figure) {

        boolean isOf(Simulated result) {
            return stack.equals(result.stack())
                    && virtual == result.virtualThreads()
                    && simulation.equals(result.simulation());
        }
    }

    /** One of the parts of the report, whatever form it is printed in. */
    private record Section(
            Source source,
            List<List<String>> rows,
            List<List<String>> phases,
            List<String> failures,
            List<String> charts) {}

    private SimulationReport() {}

    /** Returns whether a run sent simulations. */
    static boolean isOf(RunFolder run) {
        return Json.read(run.plan(), Plan.class)
                .filter(plan -> !plan.simulations().isEmpty())
                .isPresent();
    }

    static Summary write(RunFolder run) {
        Plan plan = Json.read(run.plan(), Plan.class).orElseThrow();
        List<Simulated> results = results(run, plan);
        Summary summary = summary(run, plan, results);
        Json.write(run.simulations(), results);
        Json.write(run.summary(), summary);
        Disk.write(run.path().resolve("figures.csv"), FiguresCsv.of(summary));
        Disk.write(run.path().resolve("report.md"), markdown(plan, results, summary));
        Disk.write(run.path().resolve("report.html"), html(plan, results, summary));
        return summary;
    }

    private static List<Simulated> results(RunFolder run, Plan plan) {
        List<Simulated> results = new ArrayList<>();
        for (Simulation simulation : plan.simulations()) {
            for (Variant variant : plan.variants()) {
                for (int invocation = 1; invocation <= plan.invocations(); invocation++) {
                    Plan.Slot slot = new Plan.Slot(variant.id(), invocation, simulation.id());
                    results.add(SimulatedStart.of(run, plan, slot, simulation));
                }
            }
        }
        return results;
    }

    private static Summary summary(RunFolder run, Plan plan, List<Simulated> results) {
        List<Environment> sessions = run.sessions();
        Optional<Environment> environment = sessions.stream().findFirst();
        List<String> conditions = new ArrayList<>();
        conditions.add(plan.load());
        conditions.add(Spread.replication(plan.invocations()));
        environment.ifPresent(found -> conditions.addAll(new Conditions(plan, found).lines()));
        Map<String, List<Simulated>> starts = results.stream()
                .collect(Collectors.groupingBy(
                        result -> result.variant() + " " + result.simulation(),
                        LinkedHashMap::new,
                        Collectors.toList()));
        List<Cell> cells = starts.values().stream()
                .map(all -> cell(plan.variant(all.getFirst().variant()), all))
                .toList();
        return new Summary(
                Summary.SCHEMA_VERSION,
                run.path().getFileName().toString(),
                environment.map(Environment::runtime).orElse("unknown"),
                plan.preset(),
                plan.invocations(),
                plan.workloads().getFirst().requests(),
                null,
                conditions,
                warnings(run, plan, sessions, results, cells),
                cells,
                List.of());
    }

    /** As of other runs, without what only create, read, update and delete can tell: here the database has nothing to do. */
    private static List<Warning> warnings(
            RunFolder run, Plan plan, List<Environment> sessions, List<Simulated> results, List<Cell> cells) {
        List<Warning> warnings = new ArrayList<>(Warning.of(plan, sessions));
        warnings.addAll(Scrapes.warnings(run, plan));
        for (Simulated result : results) {
            Plan.Slot slot = new Plan.Slot(result.variant(), result.invocation(), result.simulation());
            Json.read(run.invocation(slot).load(Phase.COLD).facts(), Load.class)
                    .ifPresent(load -> warnings.addAll(Warning.of(name(result), load)));
        }
        cells.forEach(cell -> warnings.addAll(Warning.outliers(cell, EnumSet.of(Primary.PEAK_MEMORY, Primary.CPU))));
        return warnings;
    }

    private static Cell cell(Variant variant, List<Simulated> all) {
        Map<String, Spread> figures = new TreeMap<>();
        figure(figures, Metric.SUCCESS, all, Simulated::successPercent);
        figure(figures, Metric.THROUGHPUT, all, Simulated::perSecond);
        figure(figures, Metric.LOAD_SECONDS, all, Simulated::loadSeconds);
        figure(figures, Metric.LAST_FAILURE, all, Simulated::lastFailureSeconds);
        figure(figures, Metric.latency("total", Metric.Percentile.P50), all, one -> time(one, Percentiles::p50));
        figure(figures, Metric.latency("total", Metric.Percentile.P99), all, one -> time(one, Percentiles::p99));
        figure(figures, Metric.latency("total", Metric.Percentile.MAX), all, one -> time(one, Percentiles::max));
        figure(figures, Metric.CPU, all, one -> scaled(one.cpuMillisPer1000(), 1e-3));
        figure(figures, Metric.MEMORY, all, one -> scaled(one.peakAnonMiB(), 1 << 20));
        figure(
                figures,
                Metric.GC_COUNT,
                all,
                one -> one.gcCount() == null ? null : Double.valueOf((double) one.gcCount()));
        figure(figures, Metric.GC_PAUSE, all, Simulated::gcMillis);
        return new Cell(
                variant.id(),
                variant.packaging().label(),
                variant.stack(),
                variant.virtualThreads(),
                all.getFirst().simulation(),
                null,
                null,
                all.stream().mapToLong(Simulated::requests).sum(),
                all.stream().mapToLong(Simulated::errors).sum(),
                figures,
                Map.of(),
                all.stream()
                        .filter(one -> one.invalid() != null)
                        .map(one -> "%s: %s".formatted(name(one), one.invalid()))
                        .toList(),
                List.of());
    }

    private static void figure(
            Map<String, Spread> figures,
            Metric metric,
            List<Simulated> all,
            java.util.function.Function<Simulated, @Nullable Double> value) {
        List<@Nullable Double> values = new ArrayList<>();
        all.forEach(one -> values.add(value.apply(one)));
        if (values.stream().anyMatch(Objects::nonNull)) {
            figures.put(metric.key(), Spread.of(values));
        }
    }

    private static String name(Simulated one) {
        return "%s, %s #%d".formatted(one.variant(), one.simulation(), one.invocation());
    }

    private static @Nullable Double time(Simulated one, java.util.function.ToLongFunction<Percentiles> part) {
        Percentiles times = one.times();
        return times == null ? null : Double.valueOf((double) part.applyAsLong(times));
    }

    private static @Nullable Double scaled(@Nullable Double value, double scale) {
        return value == null ? null : Double.valueOf(value * scale);
    }

    /** Returns the report in Markdown, which a terminal shows too. */
    static String markdown(RunFolder run, Summary summary) {
        Plan plan = Json.read(run.plan(), Plan.class).orElseThrow();
        return markdown(plan, results(run, plan), summary);
    }

    private static String markdown(Plan plan, List<Simulated> results, Summary summary) {
        StringBuilder text = new StringBuilder();
        summary.failures()
                .forEach(line -> text.append("- INVALID: ").append(line).append('\n'));
        for (Section section : sections(results)) {
            text.append("\n## ").append(section.source().title()).append("\n\n");
            section.source().facts().forEach(fact -> text.append(fact).append("\n\n"));
            text.append(Markup.markdown(HEADINGS, section.rows())).append('\n');
            section.failures().forEach(line -> text.append("- ").append(line).append('\n'));
            text.append("\nBy phase:\n\n")
                    .append(Markup.markdown(PHASES, section.phases()))
                    .append("\nWhat differs:\n\n");
            section.source()
                    .differs()
                    .forEach(line -> text.append("- ").append(line).append('\n'));
        }
        elsewhere(plan).forEach(section -> text.append(markdown(section)));
        text.append("\n## What to know before quoting this\n\n");
        text.append(summary.warnings().isEmpty() ? "No warnings.\n" : "");
        summary.warnings()
                .forEach(warning ->
                        text.append("- warning: ").append(warning.line()).append('\n'));
        text.append("\n## Where and how it ran\n\n");
        summary.conditions().forEach(line -> text.append("- ").append(line).append('\n'));
        return text.toString();
    }

    private static String markdown(Sources.Section section) {
        String facts = section.facts().stream().map(fact -> fact + "\n\n").collect(Collectors.joining());
        String differs =
                section.differs().stream().map(line -> "- " + line + "\n").collect(Collectors.joining());
        return "\n## %s\n\n%s%s\n%s\n\n```\n%s\n```\n\nWhat differs:\n\n%s"
                .formatted(
                        section.title(),
                        facts,
                        Markup.markdown(section.headings(), section.rows()),
                        OURS_ELSEWHERE,
                        String.join("\n", section.commands()),
                        differs);
    }

    private static String html(Sources.Section section) {
        return """
            <section aria-labelledby="h-%1$s">
            <h2 id="h-%1$s">%2$s</h2>
            <ul class="notes">%3$s</ul>
            <div class="scroll" tabindex="0" role="region" aria-labelledby="h-%1$s">%4$s</div>
            <p>%5$s</p>
            <pre class="scroll" tabindex="0"><code>%6$s</code></pre>
            <h3>What differs</h3>
            <ul class="notes">%7$s</ul>
            </section>\
            """.formatted(
                        section.id(),
                        Markup.escaped(section.title()),
                        Markup.items(section.facts()),
                        Markup.table(section.headings(), section.rows(), "published"),
                        OURS_ELSEWHERE,
                        Markup.escaped(String.join("\n", section.commands())),
                        Markup.items(section.differs()));
    }

    /** Who asks for all of the sources sees those too that no simulation repeats; a report has figures of its own run only. */
    private static List<Sources.Section> elsewhere(Plan plan) {
        return plan.preset().equals(Plan.SIMULATIONS) ? List.of() : Sources.elsewhere();
    }

    private static String html(Plan plan, List<Simulated> results, Summary summary) {
        String sections = sections(results).stream()
                .map(section -> """
                    <section aria-labelledby="h-%1$s">
                    <h2 id="h-%1$s">%2$s</h2>
                    <ul class="notes">%3$s</ul>
                    <div class="scroll" tabindex="0" role="region" aria-labelledby="h-%1$s">%4$s</div>
                    <ul class="notes">%5$s</ul>
                    <details open><summary>Second by second</summary>%8$s</details>
                    <details><summary>By phase</summary><div class="scroll" tabindex="0" role="region" aria-label="By phase">%6$s</div></details>
                    <h3>What differs</h3>
                    <ul class="notes">%7$s</ul>
                    </section>\
                    """.formatted(
                                section.source().id(),
                                Markup.escaped(section.source().title()),
                                Markup.items(section.source().facts()),
                                Markup.table(HEADINGS, section.rows(), "simulations"),
                                Markup.items(section.failures()),
                                Markup.table(PHASES, section.phases(), "simulations"),
                                Markup.items(section.source().differs()),
                                String.join("\n", section.charts())))
                .collect(Collectors.joining("\n"));
        String title = "%s, preset %s, runtime %s".formatted(summary.run(), summary.preset(), summary.runtime());
        return """
            <!DOCTYPE html>
            <html lang="en">
            <head>
            <meta charset="utf-8">
            <meta name="viewport" content="width=device-width, initial-scale=1">
            <meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">
            <meta name="color-scheme" content="light dark">
            <title>%1$s</title>
            <style>
            %2$s
            pre { font-size: .82rem; padding: .6rem .9rem }
            .seconds svg { width: 100%%; max-width: 60rem; display: block; margin: .3rem 0 }
            .seconds text { font: 11px system-ui, sans-serif; fill: currentColor }
            .seconds polyline { fill: none; stroke: var(--bar); stroke-width: 1 }
            .seconds .median { stroke-width: 2.5 }
            .seconds .zero { stroke: var(--line) }
            .seconds .failed { stroke: #c0392b; stroke-width: 4 }
            </style>
            </head>
            <body>
            <main id="main">
            <h1>The experiments of the sources</h1>
            <p class="run">%1$s</p>
            %3$s
            %4$s
            <section aria-labelledby="h-notes">
            <h2 id="h-notes">What to know before quoting this</h2>
            %5$s
            </section>
            <section aria-labelledby="h-env">
            <h2 id="h-env">Where and how it ran</h2>
            <ul class="notes">%6$s</ul>
            </section>
            </main>
            </body>
            </html>
            """.formatted(
                Markup.escaped(title),
                Page.resource("page.css").strip(),
                Markup.problems(summary),
                sections + elsewhere(plan).stream().map(SimulationReport::html).collect(Collectors.joining("\n")),
                Markup.warnings(summary),
                Markup.items(summary.conditions()));
    }

    private static List<Section> sections(List<Simulated> results) {
        All all = JsonMapper.shared().readValue(Page.resource("sources.json"), All.class);
        return all.simulated().stream()
                .map(source -> section(source, results))
                .filter(section -> !section.rows().isEmpty())
                .toList();
    }

    private static Section section(Source source, List<Simulated> results) {
        List<Simulated> own = results.stream()
                .filter(result -> source.simulations().contains(result.simulation()))
                .toList();
        int starts = results.stream().mapToInt(Simulated::invocation).max().orElse(1);
        return new Section(
                source,
                own.stream().map(result -> row(source, result, starts)).toList(),
                own.stream()
                        .flatMap(result -> result.phases().stream().map(phase -> row(result, phase, starts)))
                        .toList(),
                own.stream()
                        .filter(result -> !result.failures().isEmpty())
                        .map(result -> "%s: %s".formatted(name(result), kinds(result.failures())))
                        .toList(),
                own.stream().map(SimulationChart::of).toList());
    }

    /** The number of the start is of use only where there are several. */
    private static String variant(Simulated result, int starts) {
        return starts == 1 ? result.variant() : "%s #%d".formatted(result.variant(), result.invocation());
    }

    private static List<String> row(Source source, Simulated result, int starts) {
        Percentiles times = result.times();
        return List.of(
                result.simulation(),
                variant(result, starts),
                source.published().stream()
                        .filter(figure -> figure.isOf(result))
                        .map(Figure::figure)
                        .findFirst()
                        .orElse(Table.EMPTY),
                result.invalid() == null ? percent(result.successPercent()) : "INVALID",
                "%d of %d".formatted(result.requests(), result.planned()),
                number(result.loadSeconds(), 1),
                number(result.perSecond(), 1),
                Long.toString(result.errors()),
                number(result.lastFailureSeconds(), 1),
                times == null ? Table.EMPTY : Long.toString(times.p50()),
                result.p95Millis() == null ? Table.EMPTY : Long.toString(result.p95Millis()),
                times == null ? Table.EMPTY : Long.toString(times.p99()),
                times == null ? Table.EMPTY : Long.toString(times.max()),
                Integer.toString(result.mostInFlight()),
                number(result.cpuMillisPer1000(), 0),
                number(result.peakAnonMiB(), 0),
                number(result.peakHeapUsedMiB(), 0),
                collections(result),
                result.late() == null ? Table.EMPTY : number(result.late().p99(), 0),
                demands(result));
    }

    private static String collections(Simulated result) {
        Long count = result.gcCount();
        return count == null ? Table.EMPTY : "%d, %s".formatted(count, number(result.gcMillis(), 0));
    }

    private static String demands(Simulated result) {
        List<String> failed = result.demands().stream()
                .filter(demand -> !demand.passed())
                .map(demand -> "%s %s, not %s %s"
                        .formatted(
                                demand.metric().name().toLowerCase(Locale.ROOT),
                                number(demand.value(), 2),
                                demand.metric() == Simulation.Metric.SUCCESS ? "above" : "below",
                                number(demand.bound(), 0)))
                .toList();
        if (result.invalid() != null || result.demands().isEmpty()) {
            return Table.EMPTY;
        }
        return failed.isEmpty() ? "pass" : "FAIL: " + String.join("; ", failed);
    }

    private static List<String> row(Simulated result, Simulated.Stage phase, int starts) {
        Percentiles times = phase.times();
        return List.of(
                result.simulation(),
                variant(result, starts),
                phase.label(),
                phase.schedule(),
                number(phase.beginSeconds(), 1),
                Long.toString(phase.requests()),
                percent(phase.successPercent()),
                Long.toString(phase.errors()),
                number(phase.lastFailureSeconds(), 1),
                times == null ? Table.EMPTY : Long.toString(times.p50()),
                times == null ? Table.EMPTY : Long.toString(times.p90()),
                times == null ? Table.EMPTY : Long.toString(times.p99()),
                times == null ? Table.EMPTY : Long.toString(times.max()),
                phase.failures().isEmpty() ? Table.EMPTY : kinds(phase.failures()));
    }

    private static String kinds(Map<String, Long> failures) {
        return failures.entrySet().stream()
                .map(kind -> "%d x %s".formatted(kind.getValue(), kind.getKey()))
                .collect(Collectors.joining("; "));
    }

    private static String percent(@Nullable Double value) {
        return value == null ? Table.EMPTY : number(value, 2) + " %";
    }

    private static String number(@Nullable Double value, int digits) {
        return value == null ? Table.EMPTY : String.format(Locale.ROOT, "%." + digits + "f", value);
    }
}
