package comparison.lab.engine;

import comparison.harness.report.Block;
import comparison.harness.report.Table;
import comparison.harness.stats.Spread;
import comparison.lab.engine.EnginePlan.Shape;
import comparison.lab.engine.EngineSummary.Cell;
import comparison.lab.study.Page;
import java.util.List;
import java.util.stream.Stream;

/** Renders the figures of a run as a page. */
final class EngineTable {

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
                    Stream.of(
                            new Block.Column<>("Target", Target.Verdict::target),
                            new Block.Column<>("Limit", EngineTable::limit),
                            new Block.Column<>(
                                    "Ratio", verdict -> verdict.ratio().toString()),
                            new Block.Column<>("Verdict", Target.Verdict::outcome)),
                    summary.verdicts());
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
        Stream<Block.Column<Cell>> words = Stream.of(
                new Block.Column<>(
                        "Server", cell -> cell.server() + (cell.failures().isEmpty() ? "" : " FAILED")),
                new Block.Column<>(
                        "Handler on", cell -> Server.named(cell.server()).handler()));
        Stream<Block.Column<Cell>> metrics = Stream.of(Metric.values())
                .map(metric -> new Block.Column<>(metric.heading(), cell -> figure(cell, metric)));
        page.text("At %d connections, %s:".formatted(shape.connections(), at))
                .table(
                        Stream.concat(words, metrics),
                        summary.cells().stream()
                                .filter(cell -> cell.shape().equals(shape))
                                .toList());
    }

    private static String limit(Target.Verdict verdict) {
        return (verdict.atLeast() ? "≥ " : "≤ ") + Table.number(verdict.limit(), 2);
    }

    private static void matrix(EngineSummary summary, Metric metric, String what, Page page) {
        Stream<Block.Column<String>> servers = Stream.of(new Block.Column<>("Server", server -> server));
        Stream<Block.Column<String>> shapes = summary.plan().shapes().stream()
                .map(shape -> new Block.Column<>(
                        shape.connections() + " × " + shape.pipelining(),
                        server -> summary.cell(server, shape)
                                .map(cell -> cell.failures().isEmpty() ? figure(cell, metric) : "FAILED")
                                .orElse(Table.EMPTY)));
        page.text(what + ", connections × requests sent at once:")
                .table(
                        Stream.concat(servers, shapes),
                        summary.cells().stream().map(Cell::server).distinct().toList());
    }

    private static String figure(Cell cell, Metric metric) {
        Spread spread = cell.figures().get(metric);
        return spread == null ? Table.EMPTY : spread.text(metric.digits());
    }
}
