package comparison.lab.engine;

import comparison.harness.stats.Spread;
import comparison.lab.engine.EngineSummary.Verdict;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.function.ToDoubleFunction;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * What Sprout's engine is meant to reach, side by side in one run. A ratio is taken within a round, so that what disturbs the machine
 * disturbs both sides; the peer that is compared with is the one with the best median.
 */
final class Verdicts {

    private static final int CONNECTIONS = 32;
    private static final int MANY_CONNECTIONS = 1000;
    private static final double CPU_OF_BEST = 0.75;
    private static final double THROUGHPUT_OF_BEST = 1.3;
    private static final double FLAT = 1.25;
    private static final String ON_LOOP = "sprout-nio-loop";
    private static final String HELIDON = "helidon";

    private final List<Measurement> measured;
    private final List<Verdict> verdicts = new ArrayList<>();

    private Verdicts(List<Measurement> measured) {
        this.measured =
                measured.stream().filter(one -> one.failures().isEmpty()).toList();
    }

    /** Returns those for which enough was measured. */
    static List<Verdict> of(List<Measurement> measured) {
        Verdicts all = new Verdicts(measured);
        all.best("nio on the loop: CPU per request of", ON_LOOP, Measurement::cpuMicros, CPU_OF_BEST, false);
        all.best("nio on the loop: throughput of", ON_LOOP, Measurement::perSecond, THROUGHPUT_OF_BEST, true);
        all.best("nio on the loop: p99.9 of", ON_LOOP, Verdicts::p999, 1, false);
        all.helidon("nio, dispatched to virtual threads: CPU per request", "sprout-nio-virtual", false);
        all.helidon("hybrid on virtual threads: CPU per request", "sprout-hybrid-virtual", false);
        all.helidon("hybrid on virtual threads: throughput", "sprout-hybrid-virtual", true);
        Server.ALL.stream().filter(server -> !server.isPeer()).forEach(server -> all.flat(server.id()));
        return all.verdicts;
    }

    private static double p999(Measurement measurement) {
        return measurement.count() == null ? 0 : measurement.count().p999Micros();
    }

    private void best(String what, String server, ToDoubleFunction<Measurement> figure, double limit, boolean atLeast) {
        Comparator<String> order = Comparator.comparingDouble(
                peer -> Spread.of(values(peer, CONNECTIONS, figure)).median());
        Stream<String> peers = Server.ALL.stream()
                .filter(Server::isPeer)
                .map(Server::id)
                .filter(peer -> !values(peer, CONNECTIONS, figure).isEmpty());
        Optional<String> best = atLeast ? peers.max(order) : peers.min(order);
        best.ifPresent(peer -> add(
                "%s the best peer (%s) at %d connections".formatted(what, peer, CONNECTIONS),
                ratios(server, CONNECTIONS, peer, CONNECTIONS, figure),
                limit,
                atLeast));
    }

    private void helidon(String what, String server, boolean throughput) {
        add(
                "%s of Helidon Níma's at %d connections".formatted(what, CONNECTIONS),
                ratios(
                        server,
                        CONNECTIONS,
                        HELIDON,
                        CONNECTIONS,
                        throughput ? Measurement::perSecond : Measurement::cpuMicros),
                1,
                throughput);
    }

    private void flat(String server) {
        add(
                "%s: CPU per request at %d of that at %d connections".formatted(server, MANY_CONNECTIONS, CONNECTIONS),
                ratios(server, MANY_CONNECTIONS, server, CONNECTIONS, Measurement::cpuMicros),
                FLAT,
                false);
    }

    private void add(String target, List<Double> ratios, double limit, boolean atLeast) {
        if (ratios.isEmpty()) {
            return;
        }
        Spread ratio = Spread.of(ratios);
        double worst = atLeast ? ratio.min() : ratio.max();
        double luckiest = atLeast ? ratio.max() : ratio.min();
        String outcome =
                keeps(worst, limit, atLeast) ? "met" : keeps(luckiest, limit, atLeast) ? "undecided" : "missed";
        verdicts.add(new Verdict(target, ratio, limit, atLeast, outcome));
    }

    private static boolean keeps(double ratio, double limit, boolean atLeast) {
        return atLeast ? ratio >= limit : ratio <= limit;
    }

    private List<Double> ratios(
            String server, int connections, String base, int baseConnections, ToDoubleFunction<Measurement> figure) {
        int rounds = measured.stream().mapToInt(Measurement::round).max().orElse(0);
        return IntStream.rangeClosed(1, rounds)
                .boxed()
                .flatMap(round -> find(server, round, connections)
                        .flatMap(ours -> find(base, round, baseConnections)
                                .map(theirs -> figure.applyAsDouble(ours) / figure.applyAsDouble(theirs)))
                        .stream())
                .toList();
    }

    private List<Double> values(String server, int connections, ToDoubleFunction<Measurement> figure) {
        return unpipelined(server, connections).map(figure::applyAsDouble).toList();
    }

    private Optional<Measurement> find(String server, int round, int connections) {
        return unpipelined(server, connections)
                .filter(one -> one.round() == round)
                .findFirst();
    }

    private Stream<Measurement> unpipelined(String server, int connections) {
        return measured.stream()
                .filter(one ->
                        one.server().equals(server) && one.connections() == connections && one.pipelining() == 1);
    }
}
