package comparison.harness.report;

import comparison.harness.metric.Metric;
import comparison.harness.stats.Spread;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Reports which process used how much of the CPU time in use during a load, and so what limits the throughput. */
final class Shares {

    private static final double HALF = 0.5;

    private Shares() {}

    /** Formats the shares of server, database and client for a cell of the table, in percent. */
    static String column(Cell cell) {
        String text = Stream.of(Metric.SHARE_SERVER, Metric.SHARE_DATABASE, Metric.SHARE_CLIENT)
                .map(metric -> median(cell, metric).map(metric::text).orElse(Table.EMPTY))
                .collect(Collectors.joining(" / "));
        return median(cell, Metric.SHARE_SERVER).isPresent() ? text : Table.EMPTY;
    }

    private static Optional<Double> median(Cell cell, Metric metric) {
        return cell.figure(metric).map(Spread::median);
    }

    /** Tells whether the server used less than half of the CPU time in use: throughput is then the whole system's. */
    private static boolean limitedByOthers(Cell cell) {
        return median(cell, Metric.SHARE_SERVER).filter(share -> share < HALF).isPresent();
    }

    /** Warns about the cells in which the server used less than half. */
    static Optional<Warning> warning(List<Cell> cells) {
        List<String> names =
                cells.stream().filter(Shares::limitedByOthers).map(Cell::name).toList();
        return names.isEmpty()
                ? Optional.empty()
                : Optional.of(Doubt.WHOLE_SYSTEM.about("throughput and latency of "
                        + (names.size() == cells.size() ? "all cells" : String.join(", ", names))));
    }

    /** Describes what limits the throughput in the loads of a phase; empty if it was not measured. */
    static Optional<String> sentence(List<Cell> cells, String phase) {
        List<Cell> known = cells.stream()
                .filter(cell -> cell.phase().equals(phase)
                        && median(cell, Metric.SHARE_SERVER).isPresent())
                .toList();
        if (known.isEmpty()) {
            return Optional.empty();
        }
        String whose = known.stream().anyMatch(Shares::limitedByOthers)
                ? "Throughput and latency are the whole system's; CPU per request counts the server alone."
                : "At least half of it was the server's.";
        return Optional.of(
                "In the %s loads the server used %s %%, the database %s %% and the client %s %% of the CPU time in use, other programs the rest. %s"
                        .formatted(
                                phase,
                                range(known, Metric.SHARE_SERVER),
                                range(known, Metric.SHARE_DATABASE),
                                range(known, Metric.SHARE_CLIENT),
                                whose));
    }

    private static String range(List<Cell> cells, Metric metric) {
        List<Double> sorted = cells.stream()
                .flatMap(cell -> median(cell, metric).stream())
                .sorted()
                .toList();
        if (sorted.isEmpty()) {
            return Table.EMPTY;
        }
        String least = metric.text(sorted.getFirst());
        String most = metric.text(sorted.getLast());
        return least.equals(most) ? least : "%s to %s".formatted(least, most);
    }
}
