package comparison.lab.engine;

import comparison.harness.stats.Spread;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.ToDoubleFunction;

/**
 * The figures of a run; {@code summary.json}. Pure: made from measurements alone.
 *
 * @param schemaVersion version of the JSON form
 * @param run its name
 * @param machine where it took place
 * @param cells one per server and shape of load
 * @param verdicts on what Sprout is meant to reach
 * @param failures why cells cannot be trusted; empty if all can
 */
public record EngineSummary(
        int schemaVersion,
        String run,
        String machine,
        EnginePlan plan,
        List<Cell> cells,
        List<Verdict> verdicts,
        List<String> failures) {

    /** Computes it. */
    public static EngineSummary of(String run, String machine, EnginePlan plan, List<Measurement> measured) {
        List<Cell> cells = new ArrayList<>();
        for (Server server : Server.ALL) {
            for (EnginePlan.Shape shape : plan.shapes()) {
                List<Measurement> rounds = measured.stream()
                        .filter(one -> one.server().equals(server.id())
                                && one.connections() == shape.connections()
                                && one.pipelining() == shape.pipelining())
                        .toList();
                if (!rounds.isEmpty()) {
                    cells.add(Cell.of(rounds));
                }
            }
        }
        List<String> failures = cells.stream()
                .flatMap(cell -> cell.failures().stream().map(what -> cell.name() + ": " + what))
                .toList();
        return new EngineSummary(1, run, machine, plan, cells, Verdicts.of(measured), failures);
    }

    Optional<Cell> cell(String server, EnginePlan.Shape shape) {
        return cells.stream()
                .filter(cell -> cell.server().equals(server)
                        && cell.connections() == shape.connections()
                        && cell.pipelining() == shape.pipelining())
                .findFirst();
    }

    /**
     * One server under one shape of load; every figure is over the rounds in which the client counted something, 0 if there is none.
     *
     * @param perSecond requests answered
     * @param cpuMicros processor time of the server per request
     * @param systemMicros the part of it in the kernel
     * @param allocatedBytes per request
     * @param p50Millis latency
     * @param p99Millis latency
     * @param p999Millis latency
     * @param peakMib largest resident set so far
     */
    public record Cell(
            String server,
            int connections,
            int pipelining,
            Spread perSecond,
            Spread cpuMicros,
            Spread systemMicros,
            Spread allocatedBytes,
            Spread p50Millis,
            Spread p99Millis,
            Spread p999Millis,
            Spread peakMib,
            List<String> failures) {

        private static final double MICROS_PER_MILLI = 1000;
        private static final double MIB = 1 << 20;

        static Cell of(List<Measurement> all) {
            Measurement any = all.getFirst();
            List<Measurement> counted =
                    all.stream().filter(one -> one.count() != null).toList();
            List<Measurement> rounds = counted.isEmpty() ? all : counted;
            return new Cell(
                    any.server(),
                    any.connections(),
                    any.pipelining(),
                    spread(rounds, Measurement::perSecond),
                    spread(rounds, Measurement::cpuMicros),
                    spread(rounds, Measurement::systemMicrosPerRequest),
                    spread(rounds, Measurement::bytesPerRequest),
                    latency(rounds, Wrk.Count::p50Micros),
                    latency(rounds, Wrk.Count::p99Micros),
                    latency(rounds, Wrk.Count::p999Micros),
                    spread(rounds, one -> one.peakBytes() / MIB),
                    all.stream()
                            .flatMap(one -> one.failures().stream())
                            .distinct()
                            .toList());
        }

        private static Spread spread(List<Measurement> rounds, ToDoubleFunction<Measurement> figure) {
            return Spread.of(rounds.stream().mapToDouble(figure).boxed().toList());
        }

        private static Spread latency(List<Measurement> rounds, ToDoubleFunction<Wrk.Count> micros) {
            return spread(
                    rounds, one -> one.count() == null ? 0 : micros.applyAsDouble(one.count()) / MICROS_PER_MILLI);
        }

        String name() {
            return "%s at %d connections, %d at once".formatted(server, connections, pipelining);
        }
    }

    /**
     * Whether something is reached.
     *
     * @param target in words
     * @param ratio over the rounds; each compares figures of the same round
     * @param limit that the ratio must keep
     * @param atLeast whether it must be no less than the limit; else no more
     * @param outcome {@code met}, {@code missed} or {@code undecided}: the rounds disagree
     */
    public record Verdict(String target, Spread ratio, double limit, boolean atLeast, String outcome) {}
}
