package comparison.lab.profile;

import comparison.harness.record.Disk;
import comparison.lab.study.Finding;
import java.io.OutputStream;
import java.io.StringReader;
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

    /** Smallest frame that is drawn, in percent of the graph: half a pixel of 1000. */
    private static final String LEAST = "0.05";

    private FlameGraphs() {}

    /** Draws a flame graph as {@code EVENT.html} in a folder. */
    static void draw(Path recording, Event event, String title, Path folder) {
        Path file = folder.resolve(event.id() + ".html");
        Arguments arguments = new Arguments(
                "--" + event.id(), "--total", "--norm", "--minwidth", LEAST, "--output", "html", "--title", title);
        Disk.attempt("draw " + file, () -> Main.convert(recording.toString(), file.toString(), arguments));
    }

    /**
     * Draws what costs more (red) and less (blue) than in the recording of a base with the same number of requests.
     */
    static void difference(Path base, Path now, Event event, String title, Path file) {
        Arguments arguments = new Arguments("--diff", "--minwidth", LEAST, "--title", title);
        Disk.attempt("draw " + file, () -> {
            FlameGraph graph = new FlameGraph(arguments);
            graph.parseCollapsed(collapsed(now, event));
            FlameGraph before = new FlameGraph(arguments);
            before.parseCollapsed(collapsed(base, event));
            graph.diff(before);
            try (OutputStream out = Files.newOutputStream(file)) {
                graph.dump(out);
            }
        });
    }

    private static StringReader collapsed(Path recording, Event event) {
        return new StringReader(String.join("\n", stacks(recording, event)));
    }

    /** Returns for each frame of a recording the sum of all stacks that contain it; {@code all} is the total. */
    static Map<String, Long> inclusive(Path recording, Event event) {
        return summed(stacks(recording, event));
    }

    /** Returns the stacks of an event in a recording, each below a frame with the name of its thread in brackets. */
    static List<String> stacksByThread(Path recording, Event event) {
        return stacks(recording, event, "--threads");
    }

    private static List<String> stacks(Path recording, Event event, String... more) {
        Arguments arguments = new Arguments(Stream.concat(
                        Stream.of("--" + event.id(), "--total", "--norm", "--output", "collapsed"), Stream.of(more))
                .toArray(String[]::new));
        List<String> lines = new ArrayList<>();
        Disk.attempt("read " + recording, () -> {
            Path stacks = Files.createTempFile("stacks-", ".collapsed");
            try {
                Main.convert(recording.toString(), stacks.toString(), arguments);
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

    /** Lists the frames that grew and shrank most from one recording to the other, per request. */
    static Finding changes(Event event, Path base, Path now, String names, long requests) {
        Map<String, Long> before = inclusive(base, event);
        Map<String, Long> after = inclusive(now, event);
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
