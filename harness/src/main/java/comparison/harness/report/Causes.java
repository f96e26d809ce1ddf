package comparison.harness.report;

import comparison.harness.metric.Metric;
import comparison.harness.probe.DatabaseCounters;
import comparison.harness.record.Load;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.ToDoubleFunction;
import java.util.stream.Collectors;
import java.util.stream.DoubleStream;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * Names the cause of uneven CPU costs only if a figure convicts it: the machine if at some times the same requests cost
 * server, client and database more, the database if they cost the database alone more. If only the server's costs rise,
 * that is the result and no warning. Other patterns have no name here.
 */
final class Causes {

    /** A time is dear if costs are so many times the lower quartile of all times. */
    private static final double DEAR_ROUND = 1.15;

    /** More for windows of half a second: they vary by 10 to 17 % (docs/method.md). */
    private static final double DEAR_WINDOW = 1.25;

    /** The others stay where they are if, on logarithms, they move by at most this part of what the database does. */
    private static final double UNMOVED = 1.0 / 3;

    /** Share of dear windows in a load that is worth a warning. */
    private static final double MANY = 0.1;

    private static final int LEAST_WINDOWS = 8;
    private static final int LEAST_ROUNDS = 3;

    private Causes() {}

    /** CPU time for the same requests, in any unit. */
    private record Costs(double server, double client, double database) {

        static Optional<Costs> of(Stream<Optional<Double>> parties) {
            List<Double> known = parties.flatMap(Optional::stream)
                    .filter(cost -> cost > 0 && Double.isFinite(cost))
                    .toList();
            return known.size() < 3
                    ? Optional.empty()
                    : Optional.of(new Costs(known.get(0), known.get(1), known.get(2)));
        }

        /** Combines those of each party. */
        static Costs each(List<Costs> all, ToDoubleFunction<DoubleStream> combination) {
            return new Costs(
                    combination.applyAsDouble(all.stream().mapToDouble(Costs::server)),
                    combination.applyAsDouble(all.stream().mapToDouble(Costs::client)),
                    combination.applyAsDouble(all.stream().mapToDouble(Costs::database)));
        }

        static Costs mean(List<Costs> all) {
            return each(all, values -> Math.exp(values.map(Math::log).average().orElse(0)));
        }

        Costs over(Costs usual) {
            return new Costs(server / usual.server, client / usual.client, database / usual.database);
        }

        boolean allAbove(double factor) {
            return Math.min(Math.min(server, client), database) > factor;
        }

        boolean databaseAloneAbove(double factor) {
            return database > factor && Math.max(server, client) < Math.pow(database, UNMOVED);
        }
    }

    /**
     * A round of a run or a window of a load.
     *
     * @param number from 1
     * @param others share of the CPU time in use that other programs had
     * @param did what the database did
     */
    private record Time(int number, Costs costs, double others, Map<Metric, Double> did) {

        Time over(Costs usual) {
            return new Time(number, costs.over(usual), others, did);
        }
    }

    /**
     * Judges the windows of a load.
     *
     * @param others in each window, share of the CPU time in use that other programs had
     */
    static List<Warning> ofWindows(String about, List<Load> windows, List<Double> others) {
        List<Time> times = IntStream.range(0, windows.size())
                .mapToObj(i -> window(i + 1, windows.get(i), others.get(i)))
                .flatMap(Optional::stream)
                .toList();
        return times.size() < LEAST_WINDOWS ? List.of() : judged(about, "window", times, DEAR_WINDOW, MANY);
    }

    private static Optional<Time> window(int number, Load load, double others) {
        Load.CpuTime cpu = load.cpu();
        long requests = load.sent().samples();
        return Costs.of(Stream.of(cpu.serverNanos(), cpu.clientNanos(), cpu.databaseNanos())
                        .map(nanos -> Optional.ofNullable(nanos).map(known -> (double) known / requests)))
                .map(costs -> new Time(number, costs, others, DatabaseCounters.metrics(load.database(), requests)));
    }

    /** Judges the rounds of a run in each phase, by the geometric mean of its variants. */
    static List<Warning> ofRounds(List<Cell> cells) {
        return new TreeMap<>(cells.stream().collect(Collectors.groupingBy(Cell::phase)))
                .entrySet().stream()
                        .flatMap(phase -> ofRounds(phase.getKey(), phase.getValue()).stream())
                        .toList();
    }

    private static List<Warning> ofRounds(String phase, List<Cell> cells) {
        int starts = cells.stream()
                .flatMap(cell -> cell.figure(Metric.CPU).stream())
                .mapToInt(figure -> figure.values().size())
                .max()
                .orElse(0);
        List<Time> rounds = IntStream.range(0, starts)
                .mapToObj(index -> round(index, cells))
                .flatMap(Optional::stream)
                .toList();
        return rounds.size() < LEAST_ROUNDS
                ? List.of()
                : judged("the %s loads".formatted(phase), "round", rounds, DEAR_ROUND, 0);
    }

    private static Optional<Time> round(int index, List<Cell> cells) {
        List<Costs> relative = cells.stream()
                .flatMap(cell -> Costs.of(Stream.of(Metric.CPU, Metric.CPU_CLIENT, Metric.CPU_DATABASE)
                                .map(metric -> value(cell, metric, index)
                                        .map(value -> value
                                                / cell.figure(metric)
                                                        .orElseThrow()
                                                        .median())))
                        .stream())
                .toList();
        Map<Metric, Double> did = Stream.of(Metric.VACUUMS, Metric.ANALYZES, Metric.CHECKPOINTS)
                .collect(Collectors.toMap(
                        metric -> metric, metric -> values(cells, metric, index).sum()));
        did.put(Metric.BLOCKS, values(cells, Metric.BLOCKS, index).average().orElse(0));
        double others = values(cells, Metric.SHARE_OTHERS, index).average().orElse(0);
        return relative.isEmpty()
                ? Optional.empty()
                : Optional.of(new Time(index + 1, Costs.mean(relative), others, did));
    }

    private static DoubleStream values(List<Cell> cells, Metric metric, int index) {
        return cells.stream()
                .flatMap(cell -> value(cell, metric, index).stream())
                .mapToDouble(value -> value);
    }

    private static Optional<Double> value(Cell cell, Metric metric, int index) {
        return cell.figure(metric)
                .filter(figure -> index < figure.values().size())
                .flatMap(figure -> Optional.ofNullable(figure.values().get(index)));
    }

    private static List<Warning> judged(String about, String unit, List<Time> times, double dear, double many) {
        Costs usual = Costs.each(
                times.stream().map(Time::costs).toList(),
                values ->
                        values.sorted().skip((times.size() - 1) / 4).findFirst().orElseThrow());
        List<Time> relative = times.stream().map(time -> time.over(usual)).toList();
        // What other programs take has a warning of its own.
        List<Time> slow = relative.stream()
                .filter(time -> time.costs().allAbove(dear) && time.others() <= Warning.MOST_FOR_OTHERS)
                .toList();
        List<Time> database = relative.stream()
                .filter(time -> time.costs().databaseAloneAbove(dear))
                .toList();
        List<Warning> warnings = new ArrayList<>();
        if (slow.size() > many * times.size()) {
            Costs mean = mean(slow);
            warnings.add(
                    Doubt.MACHINE_SPEED.about(about, names(unit, slow), mean.server(), mean.client(), mean.database()));
        }
        if (database.size() > many * times.size()) {
            Costs mean = mean(database);
            List<Time> rest =
                    relative.stream().filter(time -> !database.contains(time)).toList();
            warnings.add(Doubt.DATABASE_STATE.about(
                    about,
                    names(unit, database),
                    mean.database(),
                    mean.server(),
                    mean.client(),
                    did(database),
                    did(rest)));
        }
        return warnings;
    }

    private static Costs mean(List<Time> times) {
        return Costs.mean(times.stream().map(Time::costs).toList());
    }

    private static String names(String unit, List<Time> times) {
        return times.stream()
                .map(time -> Integer.toString(time.number()))
                .collect(Collectors.joining(", ", times.size() == 1 ? unit + " " : unit + "s ", ""));
    }

    private static String did(List<Time> times) {
        ToDoubleFunction<Metric> sum = metric -> times.stream()
                .mapToDouble(time -> time.did().getOrDefault(metric, 0.0))
                .sum();
        return String.format(
                Locale.ROOT,
                "%.0f vacuums, %.0f analyzes, %.0f checkpoints, %.1f blocks per request",
                sum.applyAsDouble(Metric.VACUUMS),
                sum.applyAsDouble(Metric.ANALYZES),
                sum.applyAsDouble(Metric.CHECKPOINTS),
                sum.applyAsDouble(Metric.BLOCKS) / Math.max(1, times.size()));
    }
}
