package comparison.lab.engine;

import comparison.harness.stats.Spread;
import comparison.lab.engine.EngineSummary.Cell;
import comparison.lab.engine.EngineSummary.Verdict;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** The figures of a run as Markdown. Pure. */
public final class EngineTable {

    private static final String EMPTY = "—";
    private static final int DETAILED_CONNECTIONS = 32;
    /** Columns of the detailed table behind server and handler. */
    private static final int FIGURES = 8;

    private EngineTable() {}

    /** Returns verdicts, the detailed table of one shape, and what the other shapes cost. */
    public static String markdown(EngineSummary summary) {
        EnginePlan plan = summary.plan();
        StringBuilder text = new StringBuilder();
        text.append("Run `%s` on %s: `%s`, %d s per load, %s, JVM flags `%s`.%n%n"
                .formatted(
                        summary.run(),
                        summary.machine(),
                        plan.route(),
                        plan.seconds(),
                        Spread.replication(plan.rounds()).replace("variant", "server"),
                        String.join(" ", plan.jvmFlags())));
        summary.failures()
                .forEach(failure -> text.append("FAILED: ").append(failure).append(".\n\n"));
        verdicts(summary.verdicts(), text);
        detailed(summary, detailedShape(plan), text);
        matrix(summary, "CPU per request (µs)", cell -> spread(cell.cpuMicros(), 1), text);
        matrix(summary, "Requests per second", cell -> spread(cell.perSecond(), 0), text);
        return text.toString();
    }

    private static EnginePlan.Shape detailedShape(EnginePlan plan) {
        return plan.shapes().stream()
                .filter(shape -> shape.connections() == DETAILED_CONNECTIONS)
                .findFirst()
                .orElse(plan.shapes().getFirst());
    }

    private static void verdicts(List<Verdict> verdicts, StringBuilder text) {
        if (verdicts.isEmpty()) {
            return;
        }
        row(List.of("Target", "Limit", "Ratio", "Verdict"), text);
        row(List.of("---", "---:", "---:", "---"), text);
        for (Verdict verdict : verdicts) {
            row(
                    List.of(
                            verdict.target(),
                            (verdict.atLeast() ? "≥ " : "≤ ") + number(verdict.limit(), 2),
                            spread(verdict.ratio(), 2),
                            verdict.outcome()),
                    text);
        }
        text.append('\n');
    }

    private static void detailed(EngineSummary summary, EnginePlan.Shape shape, StringBuilder text) {
        text.append("At %d connections, %s:%n%n"
                .formatted(
                        shape.connections(),
                        shape.pipelining() == 1 ? "not pipelined" : shape.pipelining() + " requests at once"));
        row(
                List.of(
                        "Server",
                        "Handler on",
                        "Requests/s",
                        "CPU (µs)",
                        "of it kernel (µs)",
                        "Allocated (B)",
                        "p50 (ms)",
                        "p99 (ms)",
                        "p99.9 (ms)",
                        "Peak memory (MiB)"),
                text);
        row(List.of("---", "---", "---:", "---:", "---:", "---:", "---:", "---:", "---:", "---:"), text);
        for (Server server : Server.ALL) {
            summary.cell(server.id(), shape).ifPresent(cell -> row(details(server, cell), text));
        }
        text.append('\n');
    }

    private static List<String> details(Server server, Cell cell) {
        if (cell.perSecond().max() == 0) {
            return Stream.concat(Stream.of(name(cell), server.handler()), Collections.nCopies(FIGURES, EMPTY).stream())
                    .toList();
        }
        return List.of(
                name(cell),
                server.handler(),
                spread(cell.perSecond(), 0),
                spread(cell.cpuMicros(), 1),
                spread(cell.systemMicros(), 1),
                number(cell.allocatedBytes().median(), 0),
                number(cell.p50Millis().median(), 2),
                number(cell.p99Millis().median(), 2),
                spread(cell.p999Millis(), 2),
                number(cell.peakMib().median(), 0));
    }

    private static void matrix(EngineSummary summary, String what, Function<Cell, String> figure, StringBuilder text) {
        List<EnginePlan.Shape> shapes = summary.plan().shapes();
        if (shapes.size() == 1) {
            return;
        }
        text.append(what).append(", connections × requests sent at once:\n\n");
        List<String> heading = new ArrayList<>(List.of("Server"));
        shapes.forEach(shape -> heading.add(shape.connections() + " × " + shape.pipelining()));
        row(heading, text);
        row(
                heading.stream()
                        .map(column -> column.equals("Server") ? "---" : "---:")
                        .toList(),
                text);
        for (Server server : Server.ALL) {
            if (shapes.stream()
                    .anyMatch(shape -> summary.cell(server.id(), shape).isPresent())) {
                List<String> row = new ArrayList<>(List.of(server.id()));
                shapes.forEach(shape -> row.add(summary.cell(server.id(), shape)
                        .map(cell -> cell.failures().isEmpty() ? figure.apply(cell) : "FAILED")
                        .orElse(EMPTY)));
                row(row, text);
            }
        }
        text.append('\n');
    }

    private static String name(Cell cell) {
        return cell.failures().isEmpty() ? cell.server() : cell.server() + " FAILED";
    }

    private static String spread(Spread spread, int digits) {
        String median = number(spread.median(), digits);
        return spread.n() == 1
                ? median
                : "%s (%s–%s)".formatted(median, number(spread.min(), digits), number(spread.max(), digits));
    }

    private static String number(double value, int digits) {
        return String.format(Locale.ROOT, "%." + digits + "f", value);
    }

    private static void row(List<String> columns, StringBuilder text) {
        text.append(columns.stream().collect(Collectors.joining(" | ", "| ", " |\n")));
    }
}
