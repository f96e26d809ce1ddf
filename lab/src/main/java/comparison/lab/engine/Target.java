package comparison.lab.engine;

import comparison.harness.report.Comparison;
import comparison.harness.stats.Holm;
import comparison.harness.stats.Ratio;
import comparison.harness.stats.SampleSize;
import comparison.lab.engine.EnginePlan.Shape;
import comparison.lab.study.Paired;
import java.util.ArrayList;
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
     * @param outcome {@code met} or {@code missed} if the ratio differs from the limit, at the level of all verdicts
     *     and corrected within the metric (docs/decisions/0171); else {@code undecided, needs about N starts}, or
     *     {@code too few starts}
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

    /** Judges all targets for which something was measured. */
    static List<Verdict> judge(List<Measurement> measured) {
        List<Seen> seen =
                ALL.stream().flatMap(target -> target.seen(measured).stream()).toList();
        List<Verdict> verdicts = new ArrayList<>();
        for (Seen one : seen) {
            List<Seen> family = seen.stream()
                    .filter(other -> other.target.metric == one.target.metric && other.toLimit.p() != null)
                    .toList();
            double[] adjusted = Holm.adjusted(family.stream()
                    .flatMap(other -> Optional.ofNullable(other.toLimit.p()).stream())
                    .mapToDouble(p -> p)
                    .toArray());
            int place = family.indexOf(one);
            verdicts.add(one.verdict(
                    place < 0 ? "too few starts" : one.outcome(adjusted[place], Comparison.LEVEL / family.size())));
        }
        return verdicts;
    }

    /**
     * A target with what was measured.
     *
     * @param peer that it was compared with
     * @param ratio to the peer
     * @param toLimit ratio to the peer / limit
     */
    private record Seen(Target target, String peer, Paired ratio, Ratio toLimit) {

        Verdict verdict(String outcome) {
            return new Verdict(target.text.formatted(peer), ratio, target.limit, target.atLeast, outcome);
        }

        String outcome(double p, double level) {
            if (p < Comparison.LEVEL) {
                return target.atLeast == toLimit.estimate() > 1 ? "met" : "missed";
            }
            return "undecided, needs about %d starts"
                    .formatted(SampleSize.toDecide(SampleSize.noise(ratio.rounds()), toLimit, level));
        }
    }

    private Optional<Seen> seen(List<Measurement> measured) {
        return base.or(() -> best(measured)).flatMap(peer -> {
            Map<Integer, Double> figures = rounds(measured, server, shape);
            Map<Integer, Double> others = rounds(measured, peer, USUAL);
            Map<Integer, Double> limits = new TreeMap<>();
            others.forEach((round, figure) -> limits.put(round, figure * limit));
            return Paired.of(figures, others)
                    .flatMap(ratio ->
                            Paired.of(figures, limits).map(toLimit -> new Seen(this, peer, ratio, toLimit.ratio())));
        });
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
