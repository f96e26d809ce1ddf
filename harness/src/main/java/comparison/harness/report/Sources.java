package comparison.harness.report;

import comparison.harness.stats.Spread;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.json.JsonMapper;

/** What others published of the same thing, beside what was measured: {@code sources.json}. */
final class Sources {

    private record All(String note, List<Source> sources) {}

    private record Source(String id, String title, String machine, List<Row> rows) {}

    private record Row(
            String jvm, String app, boolean virtual, String phase, double startup, double memoryMB, double total) {

        /** The article's stacks are this project's apps of the same name. */
        boolean isSameAs(Cell cell) {
            String stack = app.startsWith("servlet") ? "Servlet" : "WebFlux";
            boolean sameJvm = cell.jvm().equals(jvm)
                    || (jvm.equals("GraalVM") && cell.jvm().equals("GraalVM native"));
            return sameJvm
                    && cell.stack().equals(stack)
                    && cell.virtualThreads() == virtual
                    && cell.phase().equals(phase);
        }
    }

    private Sources() {}

    static String html(Summary summary) {
        All all = JsonMapper.shared().readValue(Page.resource("sources.json"), All.class);
        return all.sources().stream()
                .map(source -> html(summary, source, all.note()))
                .collect(Collectors.joining());
    }

    private static String html(Summary summary, Source source, String note) {
        List<List<String>> rows = summary.cells().stream()
                .flatMap(cell ->
                        source.rows().stream().filter(row -> row.isSameAs(cell)).map(row -> fields(cell, row)))
                .toList();
        if (rows.isEmpty()) {
            return "";
        }
        List<String> headings = Stream.of(
                        "Variant",
                        "Load",
                        "Total (1/s), ours",
                        "published",
                        "Start-up (s), ours",
                        "published",
                        "Memory (MB), ours",
                        "published")
                .toList();
        return """
                <section aria-labelledby="h-sources">
                <h2 id="h-sources">Beside what was published</h2>
                <p class="lead">%s: %s. %s</p>
                <div class="scroll" tabindex="0" role="region" aria-labelledby="h-sources">%s</div>
                </section>""".formatted(
                        Markup.escaped(source.title()),
                        Markup.escaped(source.machine()),
                        Markup.escaped(note),
                        Markup.table(headings, rows, "sources"));
    }

    private static List<String> fields(Cell cell, Row row) {
        return Stream.of(
                        cell.variant(),
                        cell.phase(),
                        ours(cell.figures().get("throughput.total"), 1, 0),
                        number(row.total(), 0),
                        ours(cell.figures().get("startup.seconds"), 1, 2),
                        number(row.startup(), 2),
                        ours(cell.figures().get("memory.underLoad.anonBytes"), 1e-6, 0),
                        number(row.memoryMB(), 0))
                .map(Objects::toString)
                .toList();
    }

    private static String ours(@Nullable Spread spread, double scale, int digits) {
        return spread == null ? Table.EMPTY : number(spread.median() * scale, digits);
    }

    private static String number(double value, int digits) {
        return String.format(Locale.ROOT, "%." + digits + "f", value);
    }
}
