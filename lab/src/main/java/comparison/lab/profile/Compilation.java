package comparison.lab.profile;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import jdk.jfr.consumer.RecordedEvent;
import jdk.jfr.consumer.RecordedObject;
import org.jspecify.annotations.Nullable;

/** What the JIT compilers did since the JVM's start, and what they refused to inline into code that the load needs. */
final class Compilation implements FlightRecording.Lens {

    private static final int MOST = 12;
    private static final double NANOS_PER_MILLI = 1e6;

    /** A queue that stays empty for so long has nothing left to do for this load. */
    private static final Duration QUIET = Duration.ofSeconds(1);

    private final FlightRecording.Window window;
    private final HotMethods hot;
    private final Ranking nanosByMethod = new Ranking();
    private final Ranking nanosByTier = new Ranking();
    private final Ranking countByTier = new Ranking();
    private final Ranking deoptReasons = new Ranking();
    private final Ranking deoptMethods = new Ranking();
    private final Ranking tooLarge = new Ranking();
    private final List<Reading> queue = new ArrayList<>();
    private @Nullable Instant start;
    private long failures;
    private long deoptsInWindow;

    private record Reading(Instant at, long waiting) {}

    Compilation(FlightRecording.Window window, HotMethods hot) {
        this.window = window;
        this.hot = hot;
    }

    @Override
    public void see(RecordedEvent event) {
        switch (event.getEventType().getName()) {
            case "jdk.JVMInformation" -> start = event.getInstant("jvmStartTime");
            case "jdk.Compilation" -> compiled(event);
            case "jdk.CompilationFailure" -> failures++;
            case "jdk.Deoptimization" -> deoptimised(event);
            case "jdk.CompilerInlining" -> inlined(event);
            case "jdk.CompilerQueueUtilization" ->
                queue.add(new Reading(event.getStartTime(), event.getLong("queueSize")));
            default -> {
                // Another lens may want it.
            }
        }
    }

    private void compiled(RecordedEvent event) {
        long nanos = event.getDuration().toNanos();
        nanosByMethod.add(FlightRecording.name(event.getValue("method")), nanos);
        String tier = "%s, tier %d".formatted(event.getString("compiler"), event.getInt("compileLevel"));
        nanosByTier.add(tier, nanos);
        countByTier.add(tier, 1);
    }

    private void deoptimised(RecordedEvent event) {
        String reason = "%s, %s".formatted(event.getString("reason"), event.getString("action"));
        deoptReasons.add(reason, 1);
        if (window.holds(event)) {
            deoptsInWindow++;
            deoptMethods.add(FlightRecording.name(event.getValue("method")) + ": " + reason, 1);
        }
    }

    /** What C2 says of sizes (FreqInlineSize, MaxInlineSize, InlineSmallCode); C1's code is replaced by C2's anyway. */
    private void inlined(RecordedEvent event) {
        String message = event.getString("message");
        if (!event.getBoolean("succeeded")
                && message != null
                && message.matches("(hot method )?too big|already compiled into a (medium|big) method")) {
            RecordedObject callee = event.getValue("callee");
            String method = FlightRecording.readable(callee.getString("type").replace('/', '.'))
                    + "."
                    + callee.getString("name");
            tooLarge.add(method + ": " + message, 1);
        }
    }

    @Override
    public List<Section> sections() {
        return List.of(compiling(), largest(), deoptimisations());
    }

    private Section compiling() {
        List<List<String>> rows = new ArrayList<>();
        nanosByTier
                .top(MOST)
                .forEach(tier -> rows.add(List.of(
                        "all of " + tier.getKey(),
                        millis(tier.getValue()),
                        Long.toString(countByTier.of(tier.getKey())))));
        nanosByMethod.top(MOST).forEach(method -> rows.add(List.of(method.getKey(), millis(method.getValue()), "")));
        return new Section(
                "JIT: time of compilers",
                "%s ms in all since the start, waiting for a processor included, of which %s. %s%s"
                        .formatted(
                                millis(nanosByMethod.total()),
                                nanosByMethod.top(1).stream()
                                        .map(top -> "%s ms for %s".formatted(millis(top.getValue()), top.getKey()))
                                        .findFirst()
                                        .orElse("none"),
                                emptied(),
                                failures == 0 ? "" : " %d compilations failed.".formatted(failures)),
                "What is measured before the queue is empty is a cold server; an AOT cache or a longer warm-up shortens it.",
                List.of("compiler or method", "ms", "compilations"),
                rows);
    }

    /** The first moment after the last crowd in the queues; two compilers report, each on its own. */
    private String emptied() {
        Instant begin = start;
        if (begin == null || queue.isEmpty()) {
            return "The length of their queues was not recorded.";
        }
        queue.sort(Comparator.comparing(Reading::at));
        Instant last = queue.stream()
                .filter(reading -> reading.waiting > 0)
                .map(Reading::at)
                .reduce((_, later) -> later)
                .orElse(begin);
        boolean quiet = Duration.between(last, queue.getLast().at).compareTo(QUIET) > 0;
        double seconds = Duration.between(begin, last).toMillis() / 1000.0;
        double load = Duration.between(begin, window.from()).toMillis() / 1000.0;
        return quiet
                ? "Their queues were empty for good %.1f s after the JVM's start (the profiled load began at %.1f s)."
                        .formatted(seconds, load)
                : "Their queues were still in use at the end, %.1f s after the JVM's start (the profiled load began at %.1f s)."
                        .formatted(seconds, load);
    }

    private Section largest() {
        List<List<String>> rows = tooLarge.top(Integer.MAX_VALUE).stream()
                .map(entry -> new Refusal(entry.getKey(), entry.getValue(), hot.samples(method(entry.getKey()))))
                .filter(refusal -> refusal.samples > 0)
                .sorted(Comparator.comparingLong(Refusal::samples).reversed())
                .limit(MOST)
                .map(refusal -> List.of(refusal.what, Long.toString(refusal.times), Long.toString(refusal.samples)))
                .toList();
        return new Section(
                "JIT: too large to inline",
                rows.isEmpty()
                        ? "No method that the load was met in was refused for its size (%d refusals elsewhere)."
                                .formatted(tooLarge.total())
                        : "Of %d refusals for size, these concern methods that samples of the load were met in."
                                .formatted(tooLarge.total()),
                rows.isEmpty()
                        ? "Nothing to do."
                        : "If one is called for each byte or field, move its rare branches into a method of their own; called once per request it does not matter.",
                rows.isEmpty() ? List.of() : List.of("method: reason", "call sites", "samples with it on the stack"),
                rows);
    }

    private record Refusal(String what, long times, long samples) {}

    private static String method(String entry) {
        return entry.substring(0, entry.indexOf(": "));
    }

    private Section deoptimisations() {
        List<List<String>> rows = new ArrayList<>();
        deoptReasons
                .top(6)
                .forEach(reason -> rows.add(List.of(
                        "since the start: " + reason.getKey(), reason.getValue().toString())));
        deoptMethods
                .top(MOST)
                .forEach(method -> rows.add(List.of(
                        "in the load: " + method.getKey(), method.getValue().toString())));
        return new Section(
                "JIT: deoptimisations",
                "%d since the start, %d of them during the profiled load."
                        .formatted(deoptReasons.total(), deoptsInWindow),
                deoptMethods.top(1).stream().anyMatch(top -> top.getValue() > 10)
                        ? "A method that is deoptimised again and again never gets fast: look for types that keep changing at its calls."
                        : "Nothing to do: a few belong to every warm-up.",
                List.of("reason, action", "times"),
                rows);
    }

    private static String millis(long nanos) {
        return "%.0f".formatted(nanos / NANOS_PER_MILLI);
    }
}
