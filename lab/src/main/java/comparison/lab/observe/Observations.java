package comparison.lab.observe;

import comparison.harness.Fault;
import comparison.harness.report.Warning;
import comparison.harness.stats.Ratio;
import comparison.harness.stats.Spread;
import comparison.lab.study.Failures;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * What {@code observe} has measured until now; {@code observed.json}, of which schema 1 was the list of loads alone.
 *
 * @param schemaVersion version of this record's JSON form
 * @param loads in the order in which they ran
 * @param warnings which watchers could not look, about {@code VARIANT, WATCHER}
 */
public record Observations(int schemaVersion, List<Observed> loads, List<Warning> warnings) {

    static final int SCHEMA_VERSION = 2;
    /** In the order of the table. */
    static final List<String> WATCHERS = List.of("nobody", "scrape", "recording");

    private static final String NOBODY = WATCHERS.getFirst();
    /** Where a load was too short for the clock of processor time, or there is no page. */
    private static final String UNKNOWN = "—";

    /**
     * One load.
     *
     * @param variant id
     * @param watcher {@code nobody}, {@code scrape} or {@code recording}
     * @param round from 1
     * @param requests sent
     * @param errors among them
     * @param cpuMicros processor time of the server per request
     * @param looks how often the page was fetched during the load
     * @param firstPageBytes its size right before the load; null without a scrape
     * @param lastPageBytes its size at the last look; null without a scrape
     */
    public record Observed(
            String variant,
            String watcher,
            int round,
            long requests,
            long errors,
            double cpuMicros,
            int looks,
            @Nullable Integer firstPageBytes,
            @Nullable Integer lastPageBytes) {}

    /** Returns whom a warning about a watcher is about. */
    static String about(String variant, String watcher) {
        return variant + ", " + watcher;
    }

    /**
     * Complains if requests failed: what a server that answers wrongly needs is no figure of one that works.
     *
     * @throws Fault of kind BROKEN
     */
    public void requireAnswers() {
        Failures.refuse(
                loads.stream().mapToLong(Observed::errors).sum(),
                loads.stream().mapToLong(Observed::requests).sum());
    }

    /**
     * Complains if the page of a variant grows with the load, by the rule of {@link MetricsPage}.
     *
     * @throws Fault of kind BROKEN that names each of them
     */
    public void requireSteadyPages() {
        List<String> growing = variants()
                .flatMap(variant -> page(variant).filter(MetricsPage::grows).stream()
                        .map(page -> "%s from %d to %d bytes"
                                .formatted(variant, page.afterFirstLoadBytes(), page.lastBytes())))
                .toList();
        if (!growing.isEmpty()) {
            throw Fault.broken(
                    "The page of metrics grows with the load: %s. Count requests by their route, not by their address."
                            .formatted(String.join(", ", growing)));
        }
    }

    /**
     * Returns the table and what must be known beside it, in Markdown: for each variant and watcher the quotient of processor time to
     * that with nobody looking, round by round, and whether the page grows.
     */
    public String text() {
        String rows = variants()
                .flatMap(variant -> WATCHERS.stream().map(watcher -> row(variant, watcher)))
                .map(cells -> cells.stream()
                        .map(cell -> cell.replace("|", "\\|"))
                        .collect(Collectors.joining(" | ", "| ", " |\n")))
                .collect(Collectors.joining());
        return """
                | Variant | Watched by | CPU per request (us, median) | beside nobody | Looks | Page at first (bytes) | after its first load | at last | The page | Errors |
                | --- | --- | ---: | ---: | ---: | ---: | ---: | ---: | --- | ---: |
                """ + rows + notes();
    }

    private String notes() {
        List<String> notes = new ArrayList<>();
        int rounds = loads.stream().mapToInt(Observed::round).max().orElse(0);
        if (rounds < Spread.ENOUGH_FOR_AN_INTERVAL) {
            notes.add("Rounds: %d. An interval takes %d.".formatted(rounds, Spread.ENOUGH_FOR_AN_INTERVAL));
        }
        warnings.forEach(warning -> notes.add("Warning. " + warning.line()));
        return notes.stream().map(note -> "\n- " + note).collect(Collectors.joining()) + (notes.isEmpty() ? "" : "\n");
    }

    private Stream<String> variants() {
        return loads.stream().map(Observed::variant).distinct();
    }

    private List<String> row(String variant, String watcher) {
        List<Observed> watched = of(variant, watcher);
        if (watched.isEmpty()) {
            return List.of(
                    variant,
                    watcher,
                    "not measured: " + cause(variant, watcher),
                    UNKNOWN,
                    UNKNOWN,
                    UNKNOWN,
                    UNKNOWN,
                    UNKNOWN,
                    UNKNOWN,
                    UNKNOWN);
        }
        Optional<MetricsPage> page = MetricsPage.of(watched);
        return List.of(
                variant,
                watcher,
                String.format(Locale.ROOT, "%.0f", Spread.of(cpu(watched)).median()),
                watcher.equals(NOBODY) ? "1" : besideNobody(variant, watched),
                Integer.toString(watched.stream().mapToInt(Observed::looks).sum()),
                page.map(p -> Integer.toString(p.firstBytes())).orElse(UNKNOWN),
                page.map(p -> Integer.toString(p.afterFirstLoadBytes())).orElse(UNKNOWN),
                page.map(p -> Integer.toString(p.lastBytes())).orElse(UNKNOWN),
                page.map(MetricsPage::verdict).orElse(UNKNOWN),
                Long.toString(watched.stream().mapToLong(Observed::errors).sum()));
    }

    private String cause(String variant, String watcher) {
        return warnings.stream()
                .filter(warning -> warning.about().equals(about(variant, watcher)))
                .map(Warning::text)
                .findFirst()
                .orElse("its turn did not come");
    }

    private Optional<MetricsPage> page(String variant) {
        return MetricsPage.of(
                loads.stream().filter(load -> load.variant().equals(variant)).toList());
    }

    private List<Observed> of(String variant, String watcher) {
        return loads.stream()
                .filter(load -> load.variant().equals(variant) && load.watcher().equals(watcher))
                .toList();
    }

    private static List<Double> cpu(List<Observed> loads) {
        return loads.stream().map(Observed::cpuMicros).toList();
    }

    /** A round that was broken off may have only one of the two. */
    private String besideNobody(String variant, List<Observed> watched) {
        List<Observed> pairs = new ArrayList<>();
        List<Observed> bases = new ArrayList<>();
        for (Observed base : of(variant, NOBODY)) {
            watched.stream()
                    .filter(load -> load.round() == base.round())
                    .findFirst()
                    .ifPresent(load -> {
                        pairs.add(load);
                        bases.add(base);
                    });
        }
        return Ratio.paired(cpu(pairs), cpu(bases)).map(Observations::inWords).orElse(UNKNOWN);
    }

    private static String inWords(Ratio ratio) {
        return ratio.low() == null
                ? String.format(Locale.ROOT, "%.2f", ratio.estimate())
                : String.format(
                        Locale.ROOT,
                        "%.2f [%.2f–%.2f]",
                        ratio.estimate(),
                        ratio.low(),
                        Objects.requireNonNull(ratio.high()));
    }
}
