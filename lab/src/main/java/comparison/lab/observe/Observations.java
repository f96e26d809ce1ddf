package comparison.lab.observe;

import comparison.harness.Fault;
import comparison.harness.report.Comparison;
import comparison.harness.report.Primary;
import comparison.harness.report.Table;
import comparison.harness.report.Warning;
import comparison.harness.stats.Rounds;
import comparison.harness.stats.Spread;
import comparison.lab.study.Page;
import comparison.lab.study.Paired;
import comparison.lab.study.Subject;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;

/**
 * The measurements of {@code observe} so far; written as {@code observed.json}.
 *
 * @param schemaVersion version of this record's JSON form
 * @param loads in the order in which they ran
 * @param warnings about watchers that failed, each about {@code VARIANT, WATCHER}
 */
record Observations(int schemaVersion, List<Observed> loads, List<Warning> warnings) {

    static final int SCHEMA_VERSION = 3;

    /**
     * Verifies that all requests succeeded.
     *
     * @throws Fault of kind BROKEN if requests failed
     */
    void requireAnswers() {
        Subject.requireAnswers(
                loads.stream().mapToLong(Observed::errors).sum(),
                loads.stream().mapToLong(Observed::requests).sum());
    }

    /**
     * Verifies that no metrics page grows with the load, by the rule of {@link Observed#grows}.
     *
     * @throws Fault of kind BROKEN that names each growing page
     */
    void requireSteadyPages() {
        List<String> growing = loads.stream()
                .filter(Observed::grows)
                .map(load ->
                        "%s from %d to %d bytes".formatted(load.variant(), load.firstPageBytes(), load.lastPageBytes()))
                .distinct()
                .toList();
        if (!growing.isEmpty()) {
            throw Fault.broken(
                    "The metrics page grows with the load: %s. Count requests by their route, not by their address."
                            .formatted(String.join(", ", growing)));
        }
    }

    /**
     * Returns a page with a table and the warnings. The table shows what each watcher costs, and whether the metrics
     * page grows.
     */
    Page page() {
        int rounds = loads.stream().mapToInt(Observed::round).max().orElse(0);
        Page page = new Page("Observed")
                .text(
                        Spread.replication(rounds)
                                + ". Each measured load is the fourth of its start; whether the server was steady by then was not checked. The ratio is taken within each round, and verdicts are corrected over this table (Holm).")
                .table(
                        List.of(
                                "Variant",
                                "Watched by",
                                "CPU per request (µs)",
                                "ratio to nobody",
                                "Looks per load",
                                "The page",
                                "Errors"),
                        variants()
                                .flatMap(variant -> Stream.of(Watcher.values()).map(watcher -> row(variant, watcher)))
                                .toList());
        warnings.forEach(page::warning);
        return page;
    }

    private Stream<String> variants() {
        return loads.stream().map(Observed::variant).distinct();
    }

    private List<String> row(String variant, Watcher watcher) {
        List<Observed> watched = of(variant, watcher);
        if (watched.isEmpty()) {
            return List.of(
                    variant, watcher.toString(), "not measured", Table.EMPTY, Table.EMPTY, Table.EMPTY, Table.EMPTY);
        }
        boolean scraped = watcher == Watcher.SCRAPE;
        long looks = watched.stream().mapToLong(Observed::looks).sum();
        return List.of(
                variant,
                watcher.toString(),
                Spread.of(byRound(watched).values()).text(0),
                watcher == Watcher.NOBODY ? "1" : ratio(variant, watched),
                scraped ? Table.number(looks / (double) watched.size(), 0) : Table.EMPTY,
                scraped ? verdict(watched) : Table.EMPTY,
                Long.toString(watched.stream().mapToLong(Observed::errors).sum()));
    }

    private String ratio(String variant, List<Observed> watched) {
        return Paired.of(byRound(watched), byRound(of(variant, Watcher.NOBODY)))
                .map(ratio -> "%s, %s"
                        .formatted(ratio, judged(variant, watched.getFirst().watcher())))
                .orElse(Table.EMPTY);
    }

    private String judged(String variant, Watcher watcher) {
        String name = name(variant, watcher);
        return Comparison.family(Primary.CPU, Watcher.NOBODY.toString(), rounds()).stream()
                .filter(one -> one.variant().equals(name))
                .map(Comparison::verdict)
                .findFirst()
                .orElse(Table.EMPTY);
    }

    /** The cost of watching is one question, so the watchers of all variants are one family. */
    private Map<String, Rounds> rounds() {
        Map<String, Rounds> rounds = new TreeMap<>();
        loads.stream()
                .filter(load -> load.watcher() != Watcher.NOBODY)
                .forEach(load -> rounds.computeIfAbsent(
                        name(load.variant(), load.watcher()),
                        _ -> Paired.rounds(
                                byRound(of(load.variant(), load.watcher())),
                                byRound(of(load.variant(), Watcher.NOBODY)))));
        return rounds;
    }

    private static String name(String variant, Watcher watcher) {
        return variant + ", " + watcher;
    }

    private static String verdict(List<Observed> scraped) {
        Observed most = scraped.stream()
                .max(Comparator.comparingDouble(Observed::growth))
                .orElseThrow();
        return "%s (%d to %d bytes)"
                .formatted(most.grows() ? "GROWS" : "does not grow", most.firstPageBytes(), most.lastPageBytes());
    }

    private List<Observed> of(String variant, Watcher watcher) {
        return loads.stream()
                .filter(load -> load.variant().equals(variant) && load.watcher() == watcher)
                .toList();
    }

    private static Map<Integer, Double> byRound(List<Observed> loads) {
        Map<Integer, Double> figures = new TreeMap<>();
        loads.forEach(load -> figures.put(load.round(), load.cpuMicros()));
        return figures;
    }
}
