package comparison.lab.packaging;

import comparison.harness.Fault;
import comparison.harness.probe.Reading;
import comparison.harness.record.Json;
import comparison.harness.record.Load;
import comparison.harness.record.RunFolder.InvocationFolder;
import comparison.harness.record.RunFolder.LoadFolder;
import comparison.harness.record.Steady;
import comparison.harness.workload.Phase;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The CPU time that a server has used since its start, by the number of requests that it has answered by then. Between
 * two points it is interpolated. After the last one, each request costs as much as one of the warm load. What a server
 * uses while it waits for its turn is left out.
 *
 * @param points begin with no request; numbers of requests are in ascending order
 * @param nanosPerRequest CPU time of a request in the warm load
 */
record Life(List<Point> points, double nanosPerRequest) {

    /**
     * A moment in the life of a server.
     *
     * @param requests answered so far
     * @param nanos CPU time used so far
     */
    record Point(double requests, double nanos) {}

    /**
     * Reads the life of one start: its readings before and at the end of the cold and, if there was one, the second load,
     * the windows of its warm-up up to the first whose CPU time is unknown, and its warm load.
     *
     * @return empty if one of them is missing, or if a request failed in a load
     * @throws Fault if a file is damaged
     */
    static Optional<Life> of(InvocationFolder start) {
        OptionalDouble begun = lastNanos(start.atRest());
        Optional<Point> cold = after(start.load(Phase.COLD));
        Optional<Load> warm =
                Load.read(start.load(Phase.WARM)).filter(load -> load.sent().errors() == 0);
        Optional<Steady> warmUp = Json.read(start.steady(), Steady.class);
        if (begun.isEmpty() || cold.isEmpty() || warm.isEmpty() || warmUp.isEmpty()) {
            return Optional.empty();
        }
        List<Point> points = new ArrayList<>();
        points.add(new Point(0, begun.getAsDouble()));
        points.add(cold.get());
        LoadFolder secondLoad = start.load(Phase.SECOND);
        if (Files.exists(secondLoad.facts())) {
            Optional<Point> second = after(secondLoad);
            if (second.isEmpty()) {
                return Optional.empty();
            }
            points.add(new Point(
                    cold.get().requests() + second.get().requests(),
                    second.get().nanos()));
        }
        for (Steady.Window window : warmUp.get().windows()) {
            Double micros = window.cpuMicrosPerRequest();
            if (micros == null) {
                break;
            }
            Point last = points.getLast();
            points.add(new Point(last.requests() + window.samples(), last.nanos() + micros * 1000 * window.samples()));
        }
        return nanosPerRequest(warm.get()).map(nanos -> new Life(points, nanos));
    }

    /** Returns the requests of a load, and the CPU time at its end; empty if there was none. */
    private static Optional<Point> after(LoadFolder folder) {
        OptionalDouble nanos = lastNanos(folder.resources("server"));
        return nanos.isEmpty()
                ? Optional.empty()
                : Load.read(folder)
                        .filter(load -> load.sent().errors() == 0)
                        .map(load -> new Point(load.sent().samples(), nanos.getAsDouble()));
    }

    private static Optional<Double> nanosPerRequest(Load load) {
        @Nullable Long nanos = load.cpu().serverNanos();
        return nanos == null
                ? Optional.empty()
                : Optional.of((double) nanos / load.sent().samples());
    }

    private static OptionalDouble lastNanos(Path readings) {
        if (!Files.exists(readings)) {
            return OptionalDouble.empty();
        }
        try {
            return Reading.SERIES.read(readings).stream()
                    .mapToDouble(Reading::cpuNanos)
                    .reduce((_, last) -> last);
        } catch (IOException | IllegalArgumentException e) {
            throw Fault.broken(
                    "%s is damaged: %s. Delete the folder of its start and measure it again with './bench run --resume'."
                            .formatted(readings, e.getMessage()),
                    e);
        }
    }

    /** Returns the CPU time in nanoseconds that the start and so many requests take. */
    double nanos(double requests) {
        for (int i = 1; i < points.size(); i++) {
            Point from = points.get(i - 1);
            Point to = points.get(i);
            if (requests <= to.requests()) {
                double share = (requests - from.requests()) / (to.requests() - from.requests());
                return from.nanos() + share * (to.nanos() - from.nanos());
            }
        }
        Point last = points.getLast();
        return last.nanos() + (requests - last.requests()) * nanosPerRequest;
    }

    /**
     * Returns the number of requests from which on this server has used no more CPU time than another one: 0 if it
     * always has, infinity if it never will.
     */
    double overtakes(Life other) {
        double[] moments = Stream.of(this, other)
                .flatMap(life -> life.points.stream())
                .mapToDouble(Point::requests)
                .distinct()
                .sorted()
                .toArray();
        double end = moments[moments.length - 1];
        double more = lead(other, end);
        if (more > 0) {
            double saved = other.nanosPerRequest - nanosPerRequest;
            return saved <= 0 ? Double.POSITIVE_INFINITY : end + more / saved;
        }
        if (nanosPerRequest > other.nanosPerRequest) {
            return Double.POSITIVE_INFINITY;
        }
        for (int i = moments.length - 2; i >= 0; i--) {
            double before = lead(other, moments[i]);
            if (before > 0) {
                double after = lead(other, moments[i + 1]);
                return moments[i] + (moments[i + 1] - moments[i]) * before / (before - after);
            }
        }
        return 0;
    }

    /** Returns how much more CPU time this server has used than another one after so many requests. */
    private double lead(Life other, double requests) {
        return nanos(requests) - other.nanos(requests);
    }
}
