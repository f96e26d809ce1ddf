package comparison.lab.profile;

import comparison.harness.record.Disk;
import comparison.lab.study.Finding;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import one.convert.Arguments;
import one.convert.FlameGraph;
import one.convert.Main;
import org.jspecify.annotations.Nullable;

/** Draws flame graphs of a recording with async-profiler's converter, one per event, and the difference of two. */
final class FlameGraphs {

    private static final String ROOT = "all";

    private FlameGraphs() {}

    /** Draws a flame graph as {@code EVENT.html} in a folder. */
    static void draw(Path recording, Event event, String title, Path folder) {
        Path file = graph(folder, event);
        Arguments arguments =
                new Arguments("--" + event.id(), "--total", "--norm", "--output", "html", "--title", title);
        Disk.attempt("draw " + file, () -> Main.convert(recording.toString(), file.toString(), arguments));
    }

    /** Returns the flame graph of an event in a folder. */
    static Path graph(Path folder, Event event) {
        return folder.resolve(event.id() + ".html");
    }

    /** Draws what costs more (red) and less (blue) than in a base with the same number of requests. */
    static void difference(Path base, Path now, String title, Path file) {
        Arguments arguments = new Arguments("--diff", "--title", title);
        Disk.attempt("draw " + file, () -> {
            FlameGraph graph = FlameGraph.parse(now.toString(), arguments);
            graph.diff(FlameGraph.parse(base.toString(), arguments));
            try (OutputStream out = Files.newOutputStream(file)) {
                graph.dump(out);
            }
        });
    }

    /** Returns for each frame of a flame graph the sum of all stacks that contain it; {@code all} is the total. */
    static Map<String, Long> inclusive(Path graph) {
        return summed(stacks(graph, new Arguments("--output", "collapsed")));
    }

    /** Returns the stacks of an event in a recording, each below a frame with the name of its thread in brackets. */
    static List<String> stacks(Path recording, Event event) {
        return stacks(
                recording, new Arguments("--" + event.id(), "--total", "--norm", "--threads", "--output", "collapsed"));
    }

    private static List<String> stacks(Path input, Arguments arguments) {
        List<String> lines = new ArrayList<>();
        Disk.attempt("read " + input, () -> {
            Path stacks = Files.createTempFile("stacks-", ".collapsed");
            try {
                Main.convert(input.toString(), stacks.toString(), arguments);
                lines.addAll(Files.readAllLines(stacks));
            } finally {
                Files.delete(stacks);
            }
        });
        return lines;
    }

    /** Sums collapsed stacks: lines of frames separated by semicolons, a space, and the value. */
    static Map<String, Long> summed(List<String> stacks) {
        Map<String, Long> values = new TreeMap<>(Map.of(ROOT, 0L));
        for (String line : stacks) {
            int end = line.lastIndexOf(' ');
            long value = Long.parseLong(line.substring(end + 1));
            values.merge(ROOT, value, Long::sum);
            Stream.of(line.substring(0, end).split(";", -1))
                    .map(FlameGraphs::readable)
                    .distinct()
                    .forEach(frame -> values.merge(frame, value, Long::sum));
        }
        return values;
    }

    /** Removes the profiler's mark of how a frame ran, so that a method counts once, inlined or not. */
    static String readable(String frame) {
        return frame.replaceAll("_\\[[0-9a-z]]$", "").replace('/', '.');
    }

    /** Lists the frames that grew and shrank most, per request. */
    static Finding changes(Event event, Path base, Path now, String names, long requests) {
        Map<String, Long> before = inclusive(base);
        Map<String, Long> after = inclusive(now);
        Map<String, Long> change = new TreeMap<>();
        after.forEach((frame, value) -> change.merge(frame, value, Long::sum));
        before.forEach((frame, value) -> change.merge(frame, -value, Long::sum));
        List<Map.Entry<String, Long>> sorted = new ArrayList<>(change.entrySet());
        sorted.removeIf(entry -> entry.getKey().equals(ROOT));
        sorted.sort(Map.Entry.comparingByValue());
        double worth = event.worth() / requests;
        List<List<String>> rows = Stream.concat(
                        sorted.reversed().stream().limit(12).filter(frame -> frame.getValue() > 0),
                        sorted.stream().limit(8).filter(frame -> frame.getValue() < 0))
                .map(frame -> List.of(
                        frame.getKey(),
                        told(before.get(frame.getKey()), worth),
                        told(after.get(frame.getKey()), worth),
                        "%+.1f".formatted(frame.getValue() * worth)))
                .toList();
        return new Finding(
                "Difference: " + event.meaning(),
                "%s: %s %s per request instead of %s. Frames count with all that they call, so a cause and its callers stand together."
                        .formatted(names, told(after.get(ROOT), worth), event.unit(), told(before.get(ROOT), worth)),
                "Look for the innermost frame that grew as much as its callers did: there is the cause.",
                List.of("frame", event.unit() + " per request before", "after", "change"),
                rows);
    }

    private static String told(@Nullable Long value, double worth) {
        return "%.1f".formatted(value == null ? 0 : value * worth);
    }
}
