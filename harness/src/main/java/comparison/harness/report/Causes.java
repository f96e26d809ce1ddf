package comparison.harness.report;

import comparison.harness.metric.Metric;
import comparison.harness.probe.DatabaseCounters;
import comparison.harness.record.Load;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.TreeMap;
import java.util.function.ToDoubleFunction;
import java.util.stream.Collectors;
import java.util.stream.DoubleStream;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Names the cause of uneven CPU costs only if a figure shows it: the machine if at some times the same requests cost
 * server, client and database more, the database if they cost the database alone more. If only the server's costs rise,
 * that is the result and no warning. Other patterns have no name here.
 */
final class Causes {

    /** The geometric means of all variants, in the rounds of a run. */
    private static final Scale ROUNDS = new Scale("round", 1.15, 1.15, 5, 0);

    /** Windows last 0.3 to 0.6 s, in which the machine's speed alone easily makes a third (decision 0212). */
    private static final Scale WINDOWS = new Scale("window", 1.5, 1.25, 8, 0.1);

    /** Costs rise alike if, on logarithms, none rises more than so many times as much as another. */
    private static final double ALIKE = 2;

    /** The others stay where they are if, on logarithms, they move by at most this part of what the database does. */
    private static final double UNMOVED = 1.0 / 3;

    private static final Map<Metric, String> DONE = new LinkedHashMap<>();

    static {
        DONE.put(Metric.VACUUMS, "%.0f vacuums");
        DONE.put(Metric.ANALYZES, "%.0f analyzes");
        DONE.put(Metric.CHECKPOINTS, "%.0f checkpoints");
        DONE.put(Metric.BLOCKS, "%.1f blocks per request");
    }

    private Causes() {}

    /**
     * What is compared with each other.
     *
     * @param unit its name
     * @param machine costs are high if they are so many times the lower quartile, to name the machine
     * @param database the same, to name the database
     * @param least fewest of them
     * @param many share of them with high costs that is worth a warning, if exceeded
     */
    private record Scale(String unit, double machine, double database, int least, double many) {

        List<Warning> judged(String about, List<Time> times) {
            if (times.size() < least) {
                return List.of();
            }
            Costs usual = Costs.each(
                    times.stream().map(Time::costs).toList(),
                    values -> values.sorted()
                            .skip((times.size() - 1) / 4)
                            .findFirst()
                            .orElseThrow());
            List<Time> relative = times.stream().map(time -> time.over(usual)).toList();
            List<Warning> warnings = new ArrayList<>();
            // Unless it is known that no other program ran, the machine is not known to be the cause.
            List<Time> slow = relative.stream()
                    .filter(time -> time.costs().allAlikeAbove(machine) && time.others() <= Warning.MOST_FOR_OTHERS)
                    .toList();
            if (slow.size() > many * times.size()) {
                Costs mean = mean(slow);
                warnings.add(
                        Doubt.MACHINE_SPEED.about(about, names(slow), mean.server(), mean.client(), mean.database()));
            }
            Map<Boolean, List<Time>> ofDatabase = relative.stream()
                    .collect(Collectors.partitioningBy(time -> time.costs().databaseAloneAbove(database)));
            List<Time> high = ofDatabase.getOrDefault(true, List.of());
            if (high.size() > many * times.size()) {
                Costs mean = mean(high);
                warnings.add(Doubt.DATABASE_STATE.about(
                        about,
                        names(high),
                        mean.database(),
                        mean.server(),
                        mean.client(),
                        did(high),
                        did(ofDatabase.getOrDefault(false, List.of()))));
            }
            return warnings;
        }

        private String names(List<Time> times) {
            return times.stream()
                    .map(time -> Integer.toString(time.number()))
                    .collect(Collectors.joining(", ", times.size() == 1 ? unit + " " : unit + "s ", ""));
        }
    }

    /** CPU time for the same requests, in any unit. */
    private record Costs(double server, double client, double database) {

        /** Returns empty if one is unknown (NaN) or not positive. */
        static Optional<Costs> of(double server, double client, double database) {
            return DoubleStream.of(server, client, database).allMatch(cost -> cost > 0 && Double.isFinite(cost))
                    ? Optional.of(new Costs(server, client, database))
                    : Optional.empty();
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

        boolean allAlikeAbove(double factor) {
            double least = Math.min(Math.min(server, client), database);
            double most = Math.max(Math.max(server, client), database);
            return least > factor && most < Math.pow(least, ALIKE);
        }

        boolean databaseAloneAbove(double factor) {
            return database > factor && Math.max(server, client) < Math.pow(database, UNMOVED);
        }
    }

    /**
     * A round of a run or a window of a load.
     *
     * @param number from 1
     * @param others share of the CPU time in use that other programs had; NaN if unknown
     * @param did what the database did, as far as it was counted
     */
    private record Time(int number, Costs costs, double others, Map<Metric, Double> did) {

        Time over(Costs usual) {
            return new Time(number, costs.over(usual), others, did);
        }
    }

    /**
     * Judges the windows of a load.
     *
     * @param others in each window, share of the CPU time in use that other programs had; NaN if unknown
     */
    static List<Warning> ofWindows(String about, List<Load> windows, List<Double> others) {
        return WINDOWS.judged(
                about,
                IntStream.range(0, windows.size())
                        .mapToObj(index -> window(index, windows.get(index), others.get(index)))
                        .flatMap(Optional::stream)
                        .toList());
    }

    private static Optional<Time> window(int index, Load load, double others) {
        Load.CpuTime cpu = load.cpu();
        long requests = load.sent().samples();
        return Costs.of(
                        perRequest(cpu.serverNanos(), requests),
                        perRequest(cpu.clientNanos(), requests),
                        perRequest(cpu.databaseNanos(), requests))
                .map(costs -> new Time(index + 1, costs, others, DatabaseCounters.metrics(load.database(), requests)));
    }

    private static double perRequest(@Nullable Long nanos, long requests) {
        return nanos == null ? Double.NaN : (double) nanos / requests;
    }

    /** Judges the rounds of a run in each phase, by the geometric mean of its variants. */
    static List<Warning> ofRounds(List<Cell> cells) {
        return new TreeMap<>(cells.stream().collect(Collectors.groupingBy(Cell::phase)))
                .entrySet().stream()
                        .flatMap(phase ->
                                ROUNDS
                                        .judged("the %s loads".formatted(phase.getKey()), rounds(phase.getValue()))
                                        .stream())
                        .toList();
    }

    private static List<Time> rounds(List<Cell> cells) {
        int starts = cells.stream()
                .flatMap(cell -> cell.figure(Metric.CPU).stream())
                .mapToInt(figure -> figure.values().size())
                .max()
                .orElse(0);
        return IntStream.range(0, starts)
                .mapToObj(index -> round(index, cells))
                .flatMap(Optional::stream)
                .toList();
    }

    private static Optional<Time> round(int index, List<Cell> cells) {
        List<Costs> relative = cells.stream()
                .flatMap(cell -> Costs.of(
                        relative(cell, Metric.CPU, index),
                        relative(cell, Metric.CPU_CLIENT, index),
                        relative(cell, Metric.CPU_DATABASE, index))
                        .stream())
                .toList();
        Map<Metric, Double> did = new LinkedHashMap<>();
        for (Metric metric : DONE.keySet()) {
            OptionalDouble mean = values(cells, metric, index).average();
            // Blocks are per request, the others are counts.
            mean.ifPresent(value -> did.put(
                    metric,
                    metric.equals(Metric.BLOCKS)
                            ? value
                            : values(cells, metric, index).sum()));
        }
        return relative.isEmpty()
                ? Optional.empty()
                : Optional.of(new Time(
                        index + 1,
                        Costs.mean(relative),
                        values(cells, Metric.SHARE_OTHERS, index).average().orElse(Double.NaN),
                        did));
    }

    private static double relative(Cell cell, Metric metric, int index) {
        return cell.figure(metric)
                .flatMap(figure -> value(cell, metric, index).map(value -> value / figure.median()))
                .orElse(Double.NaN);
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

    private static Costs mean(List<Time> times) {
        return Costs.mean(times.stream().map(Time::costs).toList());
    }

    /** Says what the database did at these times: counts are added, blocks averaged. */
    private static String did(List<Time> times) {
        String counted = DONE.entrySet().stream()
                .flatMap(metric -> {
                    List<Double> known = times.stream()
                            .map(time -> time.did().get(metric.getKey()))
                            .flatMap(value -> Optional.ofNullable(value).stream())
                            .toList();
                    double sum = known.stream().mapToDouble(value -> value).sum();
                    return known.isEmpty()
                            ? Stream.empty()
                            : Stream.of(String.format(
                                    Locale.ROOT,
                                    metric.getValue(),
                                    metric.getKey().equals(Metric.BLOCKS) ? sum / known.size() : sum));
                })
                .collect(Collectors.joining(", "));
        return counted.isEmpty() ? "not counted" : counted;
    }
}
