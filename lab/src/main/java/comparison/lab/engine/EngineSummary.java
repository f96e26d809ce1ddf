package comparison.lab.engine;

import comparison.harness.stats.Spread;
import comparison.lab.engine.EnginePlan.Shape;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The figures of a run, computed only from measurements; written as {@code summary.json}.
 *
 * @param schemaVersion version of the JSON form
 * @param run its name
 * @param machine that it was measured on
 * @param plan of the run
 * @param cells one per server and shape of load
 * @param verdicts on the targets of Sprout
 * @param failures why cells cannot be trusted; empty if all can
 */
record EngineSummary(
        int schemaVersion,
        String run,
        String machine,
        EnginePlan plan,
        List<Cell> cells,
        List<Target.Verdict> verdicts,
        List<String> failures) {

    /** Computes figures, verdicts and failures from the measurements. */
    static EngineSummary of(String run, String machine, EnginePlan plan, List<Measurement> measured) {
        List<Cell> cells = Server.ALL.stream()
                .flatMap(server -> plan.shapes().stream()
                        .map(shape -> measured.stream()
                                .filter(one -> one.server().equals(server.id())
                                        && one.shape().equals(shape))
                                .toList())
                        .filter(rounds -> !rounds.isEmpty())
                        .map(Cell::of))
                .toList();
        List<String> failures = cells.stream()
                .flatMap(cell -> cell.failures().stream().map(what -> cell.name() + ": " + what))
                .toList();
        return new EngineSummary(2, run, machine, plan, cells, Target.judge(measured), failures);
    }

    Optional<Cell> cell(String server, Shape shape) {
        return cells.stream()
                .filter(cell -> cell.server().equals(server) && cell.shape().equals(shape))
                .findFirst();
    }

    /**
     * One server under one shape of load.
     *
     * @param figures over the rounds in which the client counted something; empty without such rounds
     * @param failures of all rounds
     */
    record Cell(String server, Shape shape, Map<Metric, Spread> figures, List<String> failures) {

        static Cell of(List<Measurement> rounds) {
            List<Measurement> counted =
                    rounds.stream().filter(one -> one.count() != null).toList();
            Map<Metric, Spread> figures = new EnumMap<>(Metric.class);
            if (!counted.isEmpty()) {
                for (Metric metric : Metric.values()) {
                    figures.put(metric, metric.over(counted));
                }
            }
            Measurement any = rounds.getFirst();
            List<String> failures = rounds.stream()
                    .flatMap(one -> one.failures().stream())
                    .distinct()
                    .toList();
            return new Cell(any.server(), any.shape(), figures, failures);
        }

        String name() {
            return "%s at %d connections, %d at once".formatted(server, shape.connections(), shape.pipelining());
        }
    }
}
