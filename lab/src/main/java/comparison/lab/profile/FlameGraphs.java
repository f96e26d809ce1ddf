package comparison.lab.profile;

import comparison.harness.record.Disk;
import comparison.lab.study.Finding;
import java.io.IOException;
import java.io.OutputStream;
import java.io.StringReader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.stream.Stream;
import one.convert.Arguments;
import one.convert.FlameGraph;
import one.convert.Main;
import org.jspecify.annotations.Nullable;

/** Draws flame graphs of a recording with async-profiler's converter, one per event, and the difference of two. */
final class FlameGraphs {

    private static final String ROOT = "all";

    /** Frames below this share of a graph are not drawn: one pixel in a width of 1000. */
    private static final double NARROWEST = 0.001;

    /** The frames of a stack, the outermost first, and the sum of its samples. */
    private record Stack(List<String> frames, long value) {

        /** Parses a collapsed stack: frames separated by semicolons, a space, and the value. */
        static Stack of(String line) {
            int end = line.lastIndexOf(' ');
            return new Stack(List.of(line.substring(0, end).split(";", -1)), Long.parseLong(line.substring(end + 1)));
        }

        Stack limited(int depth) {
            return new Stack(frames.subList(0, depth), value);
        }

        String line() {
            return "%s %d".formatted(String.join(";", frames), value);
        }
    }

    /** A frame at its place in the tree of calls, with the sum of all stacks through it. */
    private static final class Call {

        private final Map<String, Call> callees = new HashMap<>();
        private long value;

        void add(Stack stack) {
            Call call = this;
            call.value += stack.value();
            for (String frame : stack.frames()) {
                call = call.callees.computeIfAbsent(frame, _ -> new Call());
                call.value += stack.value();
            }
        }

        /** Counts the frames of a stack before the first one with less than this value. */
        int depth(Stack stack, double least) {
            Call call = this;
            int depth = 0;
            for (String frame : stack.frames()) {
                call = Objects.requireNonNull(call.callees.get(frame));
                if (call.value < least) {
                    break;
                }
                depth++;
            }
            return depth;
        }
    }

    private FlameGraphs() {}

    /**
     * Draws a flame graph as {@code EVENT.html} in a folder, without the frames that are too narrow to see. Of how a
     * method ran, it has only what was most frequent.
     */
    static void draw(Path recording, Event event, String title, Path folder) {
        Path file = folder.resolve(event.id() + ".html");
        List<String> stacks = visible(stacks(recording, event));
        Disk.attempt("draw " + file, () -> write(graph(stacks, new Arguments("--title", title)), file));
    }

    /** Draws what costs more (red) and less (blue) than in a base with the same number of requests. */
    static void difference(List<String> base, List<String> now, String title, Path file) {
        // Cut stacks could not be subtracted, so the narrow frames are hidden only when the graph is drawn.
        Arguments arguments = new Arguments("--minwidth", Double.toString(NARROWEST * 100), "--title", title);
        Disk.attempt("draw " + file, () -> {
            FlameGraph graph = graph(now, arguments);
            graph.diff(graph(base, arguments));
            write(graph, file);
        });
    }

    private static FlameGraph graph(List<String> stacks, Arguments arguments) throws IOException {
        FlameGraph graph = new FlameGraph(arguments);
        graph.parseCollapsed(new StringReader(String.join("\n", stacks)));
        return graph;
    }

    private static void write(FlameGraph graph, Path file) throws IOException {
        try (OutputStream out = Files.newOutputStream(file)) {
            graph.dump(out);
        }
    }

    /**
     * Cuts the frames that are too narrow to see; their callers keep their values. The option {@code --minwidth} would
     * leave the names of all frames in the file.
     */
    static List<String> visible(List<String> stacks) {
        List<Stack> parsed = stacks.stream().map(Stack::of).toList();
        Call all = new Call();
        parsed.forEach(all::add);
        double least = all.value * NARROWEST;
        return parsed.stream()
                // A stack without frames would not be counted at all.
                .map(stack -> stack.limited(Math.max(1, all.depth(stack, least))))
                .map(Stack::line)
                .toList();
    }

    /** Returns the stacks of an event in a recording, each below a frame with the name of its thread in brackets. */
    static List<String> stacksByThread(Path recording, Event event) {
        return stacks(recording, event, "--threads");
    }

    /**
     * Returns the collapsed stacks of an event in a recording.
     *
     * @param more options of the converter
     */
    static List<String> stacks(Path recording, Event event, String... more) {
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

    /** Returns for each frame the sum of all stacks that contain it; {@code all} is the total. */
    static Map<String, Long> summed(List<String> stacks) {
        Map<String, Long> values = new TreeMap<>(Map.of(ROOT, 0L));
        stacks.stream().map(Stack::of).forEach(stack -> {
            values.merge(ROOT, stack.value(), Long::sum);
            stack.frames().stream()
                    .map(FlameGraphs::readable)
                    .distinct()
                    .forEach(frame -> values.merge(frame, stack.value(), Long::sum));
        });
        return values;
    }

    /** Removes the profiler's mark of how a frame ran, so that a method counts once, inlined or not. */
    static String readable(String frame) {
        return frame.replaceAll("_\\[[0-9a-z]]$", "").replace('/', '.');
    }

    /** Lists the frames that grew and shrank most from a base, per request. */
    static Finding changes(Event event, List<String> base, List<String> now, String names, long requests) {
        Map<String, Long> before = summed(base);
        Map<String, Long> after = summed(now);
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
