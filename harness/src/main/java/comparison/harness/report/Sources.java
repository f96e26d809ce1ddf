package comparison.harness.report;

import comparison.harness.metric.Metric;
import comparison.harness.stats.Spread;
import java.math.BigDecimal;
import java.util.List;
import java.util.Locale;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.json.JsonMapper;

/** What others published of create, read, update and delete and of the page of metrics: {@code sources.json}. */
final class Sources {

    private static final double MEGA = 1e6;

    /** The columns that both have, in the order of the published table. */
    private static final List<Column> COLUMNS = List.of(
            new Column("Image build (s)", Row::imageBuild, cell -> number(cell.imageBuildSeconds(), 1, 0)),
            new Column("Image size (MB)", Row::imageSize, cell -> number(bytes(cell), 1 / MEGA, 0)),
            figure("Startup (s)", Row::startup, Metric.STARTUP, 1, 3),
            figure("Memory (MB)", Row::memory, Metric.MEMORY, 1 / MEGA, 1),
            figure("Create (1/s)", Row::create, Metric.throughput("create"), 1, 1),
            figure("Read (1/s)", Row::read, Metric.throughput("read"), 1, 1),
            figure("Update (1/s)", Row::update, Metric.throughput("update"), 1, 1),
            figure("Delete (1/s)", Row::delete, Metric.throughput("delete"), 1, 1),
            figure("Total (1/s)", Row::total, Metric.throughput("total"), 1, 1));

    private record All(String note, List<Source> sources, List<Section> elsewhere) {}

    private record Source(
            String id, String title, String machine, List<Row> rows, List<String> commands, List<String> differs) {

        Section section() {
            List<String> headings = Stream.concat(
                            Stream.of("JVM", "Stack", "Virtual threads", "Warm"),
                            COLUMNS.stream().map(Column::heading))
                    .toList();
            return new Section(
                    id,
                    title,
                    List.of("Published: " + machine + "."),
                    headings,
                    rows.stream().map(Row::fields).toList(),
                    commands,
                    differs);
        }
    }

    /** A row of the published table; figures have as many digits as they were published with. */
    private record Row(
            String jvm,
            String stack,
            boolean virtual,
            String phase,
            BigDecimal imageBuild,
            BigDecimal imageSize,
            BigDecimal startup,
            BigDecimal memory,
            BigDecimal create,
            BigDecimal read,
            BigDecimal update,
            BigDecimal delete,
            BigDecimal total) {

        /** The article's stacks are this project's apps of the same name. */
        boolean isSameAs(Cell cell) {
            boolean sameJvm = cell.jvm().equals(jvm)
                    || (jvm.equals("GraalVM") && cell.jvm().equals("GraalVM native"));
            return sameJvm
                    && cell.stack().equals(stack)
                    && cell.virtualThreads() == virtual
                    && cell.phase().equals(phase);
        }

        List<String> fields() {
            return Stream.concat(
                            Stream.of(jvm, stack, virtual ? "yes" : "no", phase.equals("second") ? "yes" : "no"),
                            figures())
                    .toList();
        }

        Stream<String> figures() {
            return COLUMNS.stream().map(column -> column.published().apply(this).toPlainString());
        }
    }

    private record Column(String heading, Function<Row, BigDecimal> published, Function<Cell, String> ours) {}

    /**
     * A source in a report that has no figures of ours beside it.
     *
     * @param id of the source, for anchors
     * @param title of the source
     * @param facts about the published figures
     * @param headings of the table of published figures
     * @param rows of it
     * @param commands that measure the same here, in the folder of the project
     * @param differs what is not the same here
     */
    record Section(
            String id,
            String title,
            List<String> facts,
            List<String> headings,
            List<List<String>> rows,
            List<String> commands,
            List<String> differs) {}

    private Sources() {}

    private static Column figure(
            String heading, Function<Row, BigDecimal> published, Metric metric, double scale, int digits) {
        return new Column(heading, published, cell -> {
            Spread spread = cell.figures().get(metric.key());
            return number(spread == null ? null : Double.valueOf(spread.median()), scale, digits);
        });
    }

    private static @Nullable Double bytes(Cell cell) {
        Long bytes = cell.imageBytes();
        return bytes == null ? null : Double.valueOf((double) bytes);
    }

    private static String number(@Nullable Double value, double scale, int digits) {
        return value == null ? Table.EMPTY : String.format(Locale.ROOT, "%." + digits + "f", value * scale);
    }

    private static All all() {
        return JsonMapper.shared().readValue(Page.resource("sources.json"), All.class);
    }

    /** Returns the sources that no simulation repeats, without figures of ours. */
    static List<Section> elsewhere() {
        All all = all();
        return Stream.concat(all.sources().stream().map(Source::section), all.elsewhere().stream())
                .toList();
    }

    /** Returns what was published beside what was measured; nothing if no cell has a published counterpart. */
    static String markdown(Summary summary) {
        All all = all();
        return all.sources().stream()
                .filter(source -> !beside(summary, source).isEmpty())
                .map(source -> "Beside what was published: %s; %s. %s\n\n%s\nWhat differs:\n\n%s"
                        .formatted(
                                source.title(),
                                source.machine(),
                                all.note(),
                                Markup.markdown(headings(), beside(summary, source)),
                                source.differs().stream()
                                        .map(line -> "- " + line + "\n")
                                        .collect(Collectors.joining())))
                .collect(Collectors.joining("\n"));
    }

    /** The same as a section. */
    static String html(Summary summary) {
        All all = all();
        return all.sources().stream()
                .filter(source -> !beside(summary, source).isEmpty())
                .map(source -> """
                        <section aria-labelledby="h-sources">
                        <h2 id="h-sources">Beside what was published</h2>
                        <p class="lead">%s: %s. %s</p>
                        <div class="scroll" tabindex="0" role="region" aria-labelledby="h-sources">%s</div>
                        <h3>What differs</h3>
                        <ul class="notes">%s</ul>
                        </section>""".formatted(
                                Markup.escaped(source.title()),
                                Markup.escaped(source.machine()),
                                Markup.escaped(all.note()),
                                Markup.table(headings(), beside(summary, source), "sources"),
                                Markup.items(source.differs())))
                .collect(Collectors.joining());
    }

    private static List<String> headings() {
        return Stream.concat(
                        Stream.of("Variant", "Load", "Figures"),
                        COLUMNS.stream().map(Column::heading))
                .toList();
    }

    /** Two rows for each cell that was published, too: one as wide as the article's table, below the other. */
    private static List<List<String>> beside(Summary summary, Source source) {
        return summary.cells().stream()
                .flatMap(cell -> source.rows().stream()
                        .filter(row -> row.isSameAs(cell))
                        .flatMap(row -> Stream.of(
                                fields(
                                        cell,
                                        "ours",
                                        COLUMNS.stream()
                                                .map(column -> column.ours().apply(cell))),
                                fields(cell, "published", row.figures()))))
                .toList();
    }

    private static List<String> fields(Cell cell, String whose, Stream<String> figures) {
        return Stream.concat(Stream.of(cell.variant(), cell.phase(), whose), figures)
                .toList();
    }
}
