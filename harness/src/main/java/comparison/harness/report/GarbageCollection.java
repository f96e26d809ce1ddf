package comparison.harness.report;

import java.util.List;

/** What collecting garbage cost during each load: a table of its own, since the main one has as many columns as can be read. */
final class GarbageCollection {

    private static final String COUNT = "gc.count";
    private static final double PERCENT = 100;

    private static final List<String> HEADINGS =
            List.of("Garbage collection", "Load", "Collections", "Pauses (ms)", "Share of the load's time (%)");

    private GarbageCollection() {}

    /** Returns nothing if no server of the run counts its collections. */
    static String markdown(Summary summary) {
        return isKnown(summary) ? Markup.markdown(HEADINGS, rows(summary)) : "";
    }

    /** Returns a section; nothing if no server of the run counts its collections. */
    static String html(Summary summary) {
        return !isKnown(summary)
                ? ""
                : Markup.section(
                        "h-gc",
                        "Garbage collection",
                        "Collections of the server during each load, and how long they stopped it. A native image does not count them.",
                        Markup.table(HEADINGS, rows(summary), "collections"));
    }

    private static boolean isKnown(Summary summary) {
        return summary.cells().stream().anyMatch(cell -> cell.figures().containsKey(COUNT));
    }

    private static List<List<String>> rows(Summary summary) {
        return summary.cells().stream()
                .map(cell -> List.of(
                        cell.variant(),
                        cell.phase(),
                        figure(cell, COUNT, 1, 0),
                        figure(cell, "gc.pauseMillis", 1, 1),
                        figure(cell, "gc.pauseShare", PERCENT, 2)))
                .toList();
    }

    private static String figure(Cell cell, String name, double scale, int digits) {
        return Table.spread(cell.figures().get(name), scale, digits);
    }
}
