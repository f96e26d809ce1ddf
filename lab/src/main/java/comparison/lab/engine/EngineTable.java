package comparison.lab.engine;

import comparison.harness.stats.Spread;
import comparison.lab.engine.EnginePlan.Shape;
import comparison.lab.engine.EngineSummary.Cell;
import comparison.lab.study.Figures;
import comparison.lab.study.Page;
import java.util.List;
import java.util.stream.Stream;

/** Renders the figures of a run as a page. */
final class EngineTable {

    private static final String EMPTY = "—";
    private static final int DETAILED_CONNECTIONS = 32;

    private EngineTable() {}

    /** Returns verdicts, a detailed table of one shape, and a table of all shapes. */
    static Page page(EngineSummary summary) {
        EnginePlan plan = summary.plan();
        Page page = new Page("Engines")
                .text(
                        "Run `%s` on %s: `%s`, %d s per load after %d s of warm-up (whether the server was steady by then was not checked), %s, JVM flags `%s`."
                                .formatted(
                                        summary.run(),
                                        summary.machine(),
                                        plan.route(),
                                        plan.seconds(),
                                        plan.warmUpSeconds() + plan.shapes().size() * EnginePlan.SHAPE_WARM_UP_SECONDS,
                                        Spread.replication(plan.rounds()).replace("variant", "server"),
                                        String.join(" ", plan.jvmFlags())));
        summary.failures().forEach(failure -> page.text("FAILED: " + failure + "."));
        verdicts(summary, page);
        detailed(summary, page);
        if (plan.shapes().size() > 1) {
            matrix(summary, Metric.CPU_MICROS, "CPU per request (µs)", page);
            matrix(summary, Metric.PER_SECOND, "Requests per second", page);
        }
        return page;
    }

    private static void verdicts(EngineSummary summary, Page page) {
        if (!summary.verdicts().isEmpty()) {
            page.table(
                    List.of("Target", "Limit", "Ratio", "Verdict"),
                    summary.verdicts().stream()
                            .map(verdict -> List.of(
                                    verdict.target(),
                                    (verdict.atLeast() ? "≥ " : "≤ ") + Figures.number(verdict.limit(), 2),
                                    verdict.ratio().toString(),
                                    verdict.outcome()))
                            .toList());
            page.text(
                    "Ratios are taken within each round, with Student's 95 % interval. Verdicts are at 2 %, corrected within a metric (Holm). The best peer was chosen from the same figures.");
        }
    }

    private static void detailed(EngineSummary summary, Page page) {
        List<Shape> shapes = summary.plan().shapes();
        Shape shape = shapes.stream()
                .filter(one -> one.connections() == DETAILED_CONNECTIONS)
                .findFirst()
                .orElse(shapes.getFirst());
        String at = shape.pipelining() == 1 ? "not pipelined" : shape.pipelining() + " requests at once";
        Stream<Metric> metrics = Stream.of(Metric.values());
        page.text("At %d connections, %s:".formatted(shape.connections(), at))
                .table(
                        Stream.concat(Stream.of("Server", "Handler on"), metrics.map(Metric::heading))
                                .toList(),
                        Server.ALL.stream()
                                .flatMap(server ->
                                        summary.cell(server, shape).map(cell -> details(server, cell)).stream())
                                .toList());
    }

    private static List<String> details(Server server, Cell cell) {
        String name = cell.failures().isEmpty() ? cell.server() : cell.server() + " FAILED";
        return Stream.concat(
                        Stream.of(name, server.handler()),
                        Stream.of(Metric.values()).map(metric -> figure(cell, metric)))
                .toList();
    }

    private static void matrix(EngineSummary summary, Metric metric, String what, Page page) {
        List<Shape> shapes = summary.plan().shapes();
        Stream<String> headings = shapes.stream().map(shape -> shape.connections() + " × " + shape.pipelining());
        page.text(what + ", connections × requests sent at once:")
                .table(
                        Stream.concat(Stream.of("Server"), headings).toList(),
                        Server.ALL.stream()
                                .filter(server -> shapes.stream()
                                        .anyMatch(shape ->
                                                summary.cell(server, shape).isPresent()))
                                .map(server -> Stream.concat(
                                                Stream.of(server.id()),
                                                shapes.stream()
                                                        .map(shape -> summary.cell(server, shape)
                                                                .map(cell -> cell.failures()
                                                                                .isEmpty()
                                                                        ? figure(cell, metric)
                                                                        : "FAILED")
                                                                .orElse(EMPTY)))
                                        .toList())
                                .toList());
    }

    private static String figure(Cell cell, Metric metric) {
        Spread spread = cell.figures().get(metric);
        return spread == null ? EMPTY : Figures.spread(spread, metric.digits());
    }
}
