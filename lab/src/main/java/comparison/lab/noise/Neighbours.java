package comparison.lab.noise;

import comparison.harness.plan.Plan;
import comparison.harness.record.Json;
import comparison.harness.record.Load;
import comparison.harness.record.RunFolder;
import comparison.harness.stats.Spread;
import comparison.harness.workload.Phase;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.TreeMap;
import org.hipparchus.stat.correlation.PearsonsCorrelation;

/**
 * Tests what loads in turn rely on: that the noise of the machine hits all servers of a round alike, and that the
 * database does the same for each window.
 */
final class Neighbours {

    private static final double FIFTH = 0.2;

    private Neighbours() {}

    /**
     * Returns the share of windows in which the database's CPU time / the client's differs by more than a fifth from the
     * median of its load: the same requests, so the database was in another state.
     *
     * @return empty if there are no windows
     */
    static OptionalDouble uneven(List<RunFolder> runs) {
        return runs.stream()
                .flatMap(run -> run.planned().order().stream()
                        .map(slot -> run.invocation(slot).load(Phase.WARM)))
                .map(warm -> warm.windows().stream()
                        .flatMap(window -> Json.read(window.facts(), Load.class).stream())
                        .flatMap(load -> Optional.ofNullable(load.cpu().databaseToClient()).stream())
                        .toList())
                .filter(ratios -> ratios.size() > 1)
                .flatMap(ratios -> {
                    double median = Spread.of(new ArrayList<>(ratios)).median();
                    return ratios.stream().map(ratio -> Math.abs(ratio / median - 1) > FIFTH);
                })
                .mapToDouble(far -> far ? 1 : 0)
                .average();
    }

    /**
     * Correlates the CPU times per request of each two servers of a round, over the windows of the same turn, on
     * logarithms and after the mean of each start was removed.
     *
     * @return empty if there are fewer than two such windows
     */
    static OptionalDouble correlation(List<RunFolder> runs) {
        List<Double> ours = new ArrayList<>();
        List<Double> theirs = new ArrayList<>();
        for (RunFolder run : runs) {
            Map<Integer, List<List<Double>>> rounds = new TreeMap<>();
            for (Plan.Slot slot : run.planned().order()) {
                rounds.computeIfAbsent(slot.invocation(), _ -> new ArrayList<>())
                        .add(windows(run.invocation(slot).load(Phase.WARM)));
            }
            rounds.values().forEach(servers -> pairs(servers, ours, theirs));
        }
        return ours.size() < 2
                ? OptionalDouble.empty()
                : OptionalDouble.of(new PearsonsCorrelation()
                        .correlation(
                                ours.stream().mapToDouble(value -> value).toArray(),
                                theirs.stream().mapToDouble(value -> value).toArray()));
    }

    private static void pairs(List<List<Double>> servers, List<Double> ours, List<Double> theirs) {
        for (int i = 0; i < servers.size(); i++) {
            for (int j = i + 1; j < servers.size(); j++) {
                if (servers.get(i).size() == servers.get(j).size()) {
                    ours.addAll(servers.get(i));
                    theirs.addAll(servers.get(j));
                }
            }
        }
    }

    private static List<Double> windows(RunFolder.LoadFolder warm) {
        List<Double> logs = warm.windows().stream()
                .flatMap(window -> Json.read(window.facts(), Load.class).stream())
                .filter(load -> load.cpu().serverNanos() != null && load.sent().samples() > 0)
                .map(load -> Math.log((double) Objects.requireNonNull(load.cpu().serverNanos())
                        / load.sent().samples()))
                .toList();
        double mean = logs.stream().mapToDouble(log -> log).average().orElse(0);
        return logs.stream().map(log -> log - mean).toList();
    }
}
