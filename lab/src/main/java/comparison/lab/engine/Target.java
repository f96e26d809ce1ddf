package comparison.lab.engine;

import comparison.lab.engine.EnginePlan.Shape;
import comparison.lab.study.Paired;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Stream;

/**
 * A target of Sprout's engine: a limit for the ratio of two servers, or of two shapes of load of one server.
 *
 * @param text in words; {@code %s} is the peer that is compared with
 * @param metric that is compared
 * @param server that is judged, under {@code shape}
 * @param shape of load
 * @param base the peer that it is compared with under {@link #USUAL}; empty for the one with the best median
 * @param limit of the ratio
 * @param atLeast whether the limit is a minimum; else it is a maximum
 */
record Target(
        String text, Metric metric, String server, Shape shape, Optional<String> base, double limit, boolean atLeast) {

    private static final Shape USUAL = new Shape(32, 1);
    private static final Shape MANY = new Shape(1000, 1);
    private static final String HELIDON = "helidon";

    /** All targets. */
    static final List<Target> ALL = Stream.concat(
                    Stream.of(
                            best("nio on the loop: CPU per request of", Metric.CPU_MICROS, 0.75, false),
                            best("nio on the loop: throughput of", Metric.PER_SECOND, 1.3, true),
                            best("nio on the loop: p99.9 of", Metric.P999_MILLIS, 1, false),
                            helidon(
                                    "nio, dispatched to virtual threads: CPU per request",
                                    "sprout-nio-virtual",
                                    Metric.CPU_MICROS,
                                    false),
                            helidon(
                                    "hybrid on virtual threads: CPU per request",
                                    "sprout-hybrid-virtual",
                                    Metric.CPU_MICROS,
                                    false),
                            helidon(
                                    "hybrid on virtual threads: throughput",
                                    "sprout-hybrid-virtual",
                                    Metric.PER_SECOND,
                                    true)),
                    Server.ALL.stream().filter(server -> !server.isPeer()).map(server -> flat(server.id())))
            .toList();

    /**
     * Whether a target is met.
     *
     * @param target in words
     * @param ratio over the rounds; each compares figures of the same round
     * @param limit of the ratio
     * @param atLeast whether the limit is a minimum; else it is a maximum
     * @param outcome {@code met} or {@code missed} if the whole interval agrees; else {@code undecided}
     */
    record Verdict(String target, Paired ratio, double limit, boolean atLeast, String outcome) {}

    private static Target best(String what, Metric metric, double limit, boolean atLeast) {
        String text = what + " the best peer (%s) at 32 connections";
        return new Target(text, metric, "sprout-nio-loop", USUAL, Optional.empty(), limit, atLeast);
    }

    private static Target helidon(String what, String server, Metric metric, boolean atLeast) {
        String text = what + " of Helidon Níma's at 32 connections";
        return new Target(text, metric, server, USUAL, Optional.of(HELIDON), 1, atLeast);
    }

    private static Target flat(String server) {
        String text = server + ": CPU per request at 1000 of that at 32 connections";
        return new Target(text, Metric.CPU_MICROS, server, MANY, Optional.of(server), 1.25, false);
    }

    /** Judges the target; empty if too little was measured. */
    Optional<Verdict> judge(List<Measurement> measured) {
        return base.or(() -> best(measured))
                .flatMap(peer -> Paired.of(rounds(measured, server, shape), rounds(measured, peer, USUAL))
                        .map(ratio -> new Verdict(text.formatted(peer), ratio, limit, atLeast, outcome(ratio))));
    }

    private Optional<String> best(List<Measurement> measured) {
        Comparator<String> order = Comparator.comparingDouble(
                peer -> metric.over(of(measured, peer, USUAL).toList()).median());
        Stream<String> peers = Server.ALL.stream()
                .filter(Server::isPeer)
                .map(Server::id)
                .filter(peer -> of(measured, peer, USUAL).findAny().isPresent());
        return atLeast ? peers.max(order) : peers.min(order);
    }

    private String outcome(Paired ratio) {
        boolean lowKeeps = atLeast ? ratio.low() >= limit : ratio.low() <= limit;
        boolean highKeeps = atLeast ? ratio.high() >= limit : ratio.high() <= limit;
        return lowKeeps && highKeeps ? "met" : lowKeeps || highKeeps ? "undecided" : "missed";
    }

    private Map<Integer, Double> rounds(List<Measurement> measured, String of, Shape under) {
        Map<Integer, Double> rounds = new TreeMap<>();
        of(measured, of, under).forEach(one -> rounds.put(one.round(), metric.of(one)));
        return rounds;
    }

    private static Stream<Measurement> of(List<Measurement> measured, String server, Shape shape) {
        return measured.stream()
                .filter(one -> one.server().equals(server)
                        && one.shape().equals(shape)
                        && one.failures().isEmpty());
    }
}
