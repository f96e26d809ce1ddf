package comparison.harness.report;

import comparison.harness.metric.Metric;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import tools.jackson.databind.json.JsonMapper;

/** Compares published figures of others, {@code sources.json}, with figures of this run. */
final class Sources {

    private static final double MEGA = 1e6;
    private static final String OURS_ELSEWHERE = "This run has no figure for it. It is measured here by:";

    /** The columns that both tables have, in the order of the published one. */
    private static final List<Block.Column<Cell>> COLUMNS = List.of(
            Table.IMAGE_BUILD,
            Table.IMAGE_SIZE,
            figure("Start-up (s)", Metric.STARTUP, 1, 3),
            figure("Memory (MB)", Metric.MEMORY, 1 / MEGA, 1),
            figure("Create (req/s)", Metric.throughput("create"), 1, 1),
            figure("Read (req/s)", Metric.throughput("read"), 1, 1),
            figure("Update (req/s)", Metric.throughput("update"), 1, 1),
            figure("Delete (req/s)", Metric.throughput("delete"), 1, 1),
            figure("Throughput (req/s)", Metric.THROUGHPUT, 1, 1));

    private record All(String note, List<Article> sources, List<Elsewhere> elsewhere, List<Experiment> simulated) {}

    private record Article(String title, String machine, List<Row> rows, List<String> commands, List<String> differs) {

        Elsewhere alone() {
            return new Elsewhere(
                    title,
                    List.of("Published: " + machine + "."),
                    headings("JVM", "Stack", "Virtual threads", "Warm"),
                    rows.stream().map(Row::fields).toList(),
                    commands,
                    differs);
        }
    }

    /**
     * A row of the published table.
     *
     * @param figures of {@link #COLUMNS}, with as many digits as published
     */
    private record Row(String jvm, String stack, boolean virtual, String phase, List<BigDecimal> figures) {

        /** The article's stacks are this project's applications of the same name. */
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
                            texts())
                    .toList();
        }

        Stream<String> texts() {
            return figures.stream().map(BigDecimal::toPlainString);
        }
    }

    /** A source that no simulation repeats, without figures of this run; {@code commands} measure the same here. */
    private record Elsewhere(
            String title,
            List<String> facts,
            List<String> headings,
            List<List<String>> rows,
            List<String> commands,
            List<String> differs) {

        Section section() {
            return Sources.section(
                    title,
                    facts,
                    differs,
                    new Block.Table(headings, rows, 1),
                    new Block.Text(OURS_ELSEWHERE),
                    new Block.Code(commands));
        }
    }

    private record Experiment(
            String title,
            List<String> simulations,
            List<Published> published,
            List<String> facts,
            List<String> differs) {

        boolean isIn(Summary summary) {
            return summary.cells().stream().anyMatch(cell -> simulations.contains(cell.phase()));
        }

        Section section(Summary summary, List<Simulated> all) {
            Simulations own = new Simulations(
                    summary,
                    all.stream()
                            .filter(start -> simulations.contains(start.simulation()))
                            .toList());
            List<Cell> cells = summary.cells().stream()
                    .filter(cell -> simulations.contains(cell.phase()))
                    .toList();
            return Sources.section(
                    title,
                    facts,
                    differs,
                    own.cells(cells, this::beside),
                    new Block.Items(own.failures()),
                    new Block.Folded("By phase", own.phases()));
        }

        private String beside(Cell cell) {
            return published.stream()
                    .filter(figure -> figure.isOf(cell))
                    .map(Published::figure)
                    .findFirst()
                    .orElse(Table.EMPTY);
        }
    }

    private record Published(String stack, boolean virtual, String simulation, String figure) {

        boolean isOf(Cell cell) {
            return stack.equals(cell.stack()) && virtual == cell.virtualThreads() && simulation.equals(cell.phase());
        }
    }

    private Sources() {}

    private static Block.Column<Cell> figure(String heading, Metric metric, double scale, int digits) {
        return new Block.Column<>(
                heading,
                cell -> cell.figure(metric)
                        .map(spread -> Table.number(spread.median() * scale, digits))
                        .orElse(Table.EMPTY));
    }

    private static All all() {
        return JsonMapper.shared().readValue(Page.resource("sources.json"), All.class);
    }

    private static Section section(String title, List<String> facts, List<String> differs, Block... figures) {
        List<Block> blocks = new ArrayList<>();
        facts.forEach(fact -> blocks.add(new Block.Text(fact)));
        blocks.addAll(List.of(figures));
        blocks.add(new Block.Text("What differs:"));
        blocks.add(new Block.Items(differs));
        return new Section(2, title, blocks);
    }

    /** Renders the sources that no simulation repeats, without figures of this run. */
    static List<Section> elsewhere() {
        All all = all();
        return Stream.concat(all.sources().stream().map(Article::alone), all.elsewhere().stream())
                .map(Elsewhere::section)
                .toList();
    }

    /** Renders a section for each source of which simulations were measured. */
    static List<Section> simulated(Summary summary, List<Simulated> starts) {
        return all().simulated().stream()
                .filter(source -> source.isIn(summary))
                .map(source -> source.section(summary, starts))
                .toList();
    }

    /**
     * Renders the published figures of create, read, update and delete next to those of this run; empty if no cell was
     * published.
     */
    static List<Section> beside(Summary summary) {
        All all = all();
        return all.sources().stream()
                .filter(source -> !rows(summary, source).isEmpty())
                .map(source -> beside(summary, source, all.note()))
                .toList();
    }

    private static Section beside(Summary summary, Article source, String note) {
        return section(
                "Compared with published figures",
                List.of("%s: %s. %s".formatted(source.title(), source.machine(), note)),
                source.differs(),
                new Block.Table(headings("Variant", "Load", "Figures"), rows(summary, source), 3));
    }

    private static List<String> headings(String... words) {
        return Stream.concat(Stream.of(words), COLUMNS.stream().map(Block.Column::heading))
                .toList();
    }

    /**
     * Renders two rows for each cell that was also published, one below the other, because the article's table is
     * already wide.
     */
    private static List<List<String>> rows(Summary summary, Article source) {
        return summary.cells().stream()
                .flatMap(cell -> source.rows().stream()
                        .filter(row -> row.isSameAs(cell))
                        .flatMap(row -> Stream.of(
                                fields(
                                        cell,
                                        "ours",
                                        COLUMNS.stream()
                                                .map(column -> column.text().apply(cell))),
                                fields(cell, "published", row.texts()))))
                .toList();
    }

    private static List<String> fields(Cell cell, String whose, Stream<String> figures) {
        return Stream.concat(Stream.of(cell.variant(), cell.phase(), whose), figures)
                .toList();
    }
}
