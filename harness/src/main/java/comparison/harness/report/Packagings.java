package comparison.harness.report;

import comparison.harness.metric.Metric;
import comparison.harness.plan.Packaging;
import comparison.harness.stats.Rounds;
import comparison.harness.stats.Spread;
import comparison.harness.workload.Phase;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Stream;

/**
 * Renders what a packaging changes: ratios to the same variants on a plain JVM, a row per stack and packaging. The
 * variants of a stack, such as its kinds of threads, are averaged within a round. So variants that are the same program
 * (docs/decisions/0031) give one finding. A load that nobody measured has no column.
 */
final class Packagings {

    private static final List<Column> COLUMNS = List.of(
            figure(View.of(Metric.STARTUP, Phase.COLD, Phase.WARM)),
            figure(View.of(Metric.THROUGHPUT, Phase.COLD)),
            figure(View.of(Metric.CPU, Phase.COLD)),
            figure(View.of(Metric.THROUGHPUT, Phase.SECOND)),
            figure(View.of(Metric.CPU, Phase.SECOND)),
            figure(View.of(Metric.THROUGHPUT, Phase.WARM)),
            figure(View.of(Metric.CPU, Phase.WARM)),
            figure(View.of(Metric.MEMORY_AT_REST, Phase.COLD, Phase.WARM)),
            figure(View.of(Metric.MEMORY, Phase.COLD)),
            figure(View.of(Metric.MEMORY, Phase.WARM)),
            image("Image build", cell -> Optional.ofNullable(cell.imageBuildSeconds())),
            image("Image size", cell -> Optional.ofNullable(cell.imageBytes()).map(Long::doubleValue)));

    /**
     * A column.
     *
     * @param phases of the loads in which the figure is looked up; the first phase that both variants have counts
     */
    private record Column(String title, List<String> phases, Function<Cell, Optional<Spread>> of) {}

    /** The ids of a packaged variant and of the plain one that it was made from. */
    private record Twins(String packaged, String plain) {}

    /** What was measured of a stack in a packaging and on a plain JVM. */
    private record Row(String stack, Packaging packaging, List<Twins> twins) {}

    private Packagings() {}

    private static Column figure(View view) {
        return new Column(view.title(), view.phases(), cell -> cell.figure(view.metric()));
    }

    private static Column image(String title, Function<Cell, Optional<Double>> value) {
        return new Column(
                title, List.of("cold", "warm"), cell -> value.apply(cell).map(found -> Spread.of(List.of(found))));
    }

    /** Renders the section; empty if no variant was measured both on a plain JVM and in another packaging. */
    static Optional<Section> section(Summary summary) {
        List<Row> rows = rows(summary.cells());
        Stream<Block.Column<Row>> words = Stream.of(
                new Block.Column<>("Stack", Row::stack),
                new Block.Column<>("Packaging", row -> row.packaging().label()));
        Stream<Block.Column<Row>> ratios = COLUMNS.stream()
                .filter(column -> summary.cells().stream().map(Cell::phase).anyMatch(column.phases()::contains))
                .map(column -> new Block.Column<>(column.title(), row -> ratio(column, summary.cells(), row.twins())));
        return Optional.of(new Section(
                        "Packagings",
                        new Block.Text(
                                "Ratio to the same variant on a plain JVM: the geometric mean over the rounds, in each over the kinds of threads, with its 95 % interval (Student's t on logarithms) from three rounds on. Images are built once, so those columns have none."),
                        Block.Table.of(Stream.concat(words, ratios).toList(), rows, 2)))
                .filter(_ -> !rows.isEmpty());
    }

    private static List<Row> rows(List<Cell> cells) {
        return cells.stream()
                .map(Cell::stack)
                .distinct()
                .flatMap(stack -> Arrays.stream(Packaging.values())
                        .map(packaging -> new Row(stack, packaging, twins(stack, packaging, cells))))
                .filter(row -> !row.twins().isEmpty())
                .toList();
    }

    private static List<Twins> twins(String stack, Packaging packaging, List<Cell> cells) {
        List<String> measured = cells.stream().map(Cell::variant).distinct().toList();
        return cells.stream()
                .filter(cell -> cell.stack().equals(stack) && cell.jvm().equals(packaging.label()))
                .map(Cell::variant)
                .distinct()
                .flatMap(id -> packaging.plain(id).map(plain -> new Twins(id, plain)).stream())
                .filter(twins -> measured.contains(twins.plain()))
                .toList();
    }

    private static String ratio(Column column, List<Cell> cells, List<Twins> twins) {
        List<Pair> pairs = twins.stream()
                .flatMap(pair -> figures(column, cells, pair).stream())
                .toList();
        return Rounds.mean(
                        pairs.stream().map(Pair::packaged).toList(),
                        pairs.stream().map(Pair::plain).toList())
                .ratio()
                .map(ratio -> ratio.text(2))
                .orElse(Table.EMPTY);
    }

    private record Pair(Spread packaged, Spread plain) {}

    /** Finds the figures of a pair; empty if a cell of either side failed or lacks the figure. */
    private static Optional<Pair> figures(Column column, List<Cell> cells, Twins twins) {
        return column.phases().stream()
                .flatMap(phase -> spread(column, cells, twins.packaged(), phase)
                        .flatMap(packaged ->
                                spread(column, cells, twins.plain(), phase).map(plain -> new Pair(packaged, plain)))
                        .stream())
                .findFirst();
    }

    private static Optional<Spread> spread(Column column, List<Cell> cells, String variant, String phase) {
        return cells.stream()
                .filter(cell -> cell.isOf(variant, phase) && !cell.failed())
                .findFirst()
                .flatMap(column.of());
    }
}
