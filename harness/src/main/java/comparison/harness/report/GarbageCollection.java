package comparison.harness.report;

import comparison.harness.stats.Spread;
import java.util.List;
import java.util.Map;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** What collecting garbage cost during each load: a table of its own, since the main one has as many columns as can be read. */
final class GarbageCollection {

    private static final String COUNT = "gc.count";
    private static final double PERCENT = 100;

    private static final List<String> HEADINGS =
            List.of("Garbage collection", "Load", "Collections", "Pauses (ms)", "Share of the load's time (%)");

    private GarbageCollection() {}

    /** Returns nothing if no server of the run counts its collections. */
    static String markdown(Summary summary) {
        if (!isKnown(summary)) {
            return "";
        }
        List<String> rule = List.of("---", "---", "---:", "---:", "---:");
        return Stream.concat(Stream.of(HEADINGS, rule), rows(summary, Markup::cell).stream())
                .map(row -> "| " + String.join(" | ", row) + " |\n")
                .collect(Collectors.joining());
    }

    /** Returns a section; nothing if no server of the run counts its collections. */
    static String html(Summary summary) {
        return !isKnown(summary)
                ? ""
                : """
                <section aria-labelledby="h-gc">
                <h2 id="h-gc">Garbage collection</h2>
                <p class="lead">Collections of the server during each load, and how long they stopped it. A native image does not count them.</p>
                <div class="scroll" tabindex="0" role="region" aria-labelledby="h-gc">%s</div>
                </section>""".formatted(Markup.table(HEADINGS, rows(summary, UnaryOperator.identity()), "collections"));
    }

    private static boolean isKnown(Summary summary) {
        return summary.cells().stream().anyMatch(cell -> cell.figures().containsKey(COUNT));
    }

    private static List<List<String>> rows(Summary summary, UnaryOperator<String> form) {
        return summary.cells().stream()
                .map(cell -> Stream.of(
                                cell.variant(),
                                cell.phase(),
                                figure(cell.figures(), COUNT, 1, 0),
                                figure(cell.figures(), "gc.pauseMillis", 1, 1),
                                figure(cell.figures(), "gc.pauseShare", PERCENT, 2))
                        .map(form)
                        .toList())
                .toList();
    }

    private static String figure(Map<String, Spread> figures, String name, double scale, int digits) {
        return Table.spread(figures.get(name), scale, digits);
    }
}
