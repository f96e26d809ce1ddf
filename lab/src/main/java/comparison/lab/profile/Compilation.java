package comparison.lab.profile;

import comparison.lab.study.Finding;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import jdk.jfr.consumer.RecordedEvent;
import jdk.jfr.consumer.RecordedObject;
import org.jspecify.annotations.Nullable;

/** Summarizes the work of the JIT compilers since the JVM's start, and code of the load that they refused to inline. */
final class Compilation {

    private static final int MOST = 12;
    private static final double NANOS_PER_MILLI = 1e6;

    /** A compiler whose queue stays empty for this long has finished its work for this load. */
    private static final Duration QUIET = Duration.ofSeconds(1);

    /**
     * C2's messages about sizes (FreqInlineSize, MaxInlineSize, InlineSmallCode). C1's are ignored, because C2 replaces
     * its code.
     */
    private static final Pattern TOO_LARGE =
            Pattern.compile("(hot method )?too big|already compiled into a (medium|big) method");

    private final Load.Window window;
    private final Ranking nanosByMethod = new Ranking();
    private final Ranking nanosByTier = new Ranking();
    private final Ranking countByTier = new Ranking();
    private final Ranking nanosByConcern = new Ranking();
    private final Concerns concerns = Concerns.listed();
    private final Ranking deoptReasons = new Ranking();
    private final Ranking deoptMethods = new Ranking();
    private final Ranking tooLarge = new Ranking();
    private final List<Reading> queue = new ArrayList<>();
    private @Nullable Instant start;
    private long failures;

    private record Reading(Instant at, long waiting) {}

    Compilation(Load.Window window) {
        this.window = window;
    }

    /** Evaluates an event, or ignores it. */
    void see(RecordedEvent event) {
        switch (event.getEventType().getName()) {
            case "jdk.JVMInformation" -> start = event.getInstant("jvmStartTime");
            case "jdk.Compilation" -> compiled(event);
            case "jdk.CompilationFailure" -> failures++;
            case "jdk.Deoptimization" -> deoptimised(event);
            case "jdk.CompilerInlining" -> inlined(event);
            case "jdk.CompilerQueueUtilization" ->
                queue.add(new Reading(event.getStartTime(), event.getLong("queueSize")));
            default -> {
                // Load may evaluate it.
            }
        }
    }

    private void compiled(RecordedEvent event) {
        long nanos = event.getDuration().toNanos();
        String method = FlightRecording.name(event.getValue("method"));
        nanosByMethod.add(method, nanos);
        nanosByConcern.add(concerns.of(method), nanos);
        String tier = "%s, tier %d".formatted(event.getString("compiler"), event.getInt("compileLevel"));
        nanosByTier.add(tier, nanos);
        countByTier.add(tier, 1);
    }

    private void deoptimised(RecordedEvent event) {
        String reason = "%s, %s".formatted(event.getString("reason"), event.getString("action"));
        deoptReasons.add(reason, 1);
        if (window.holds(event)) {
            deoptMethods.add(FlightRecording.name(event.getValue("method")) + ": " + reason, 1);
        }
    }

    private void inlined(RecordedEvent event) {
        String message = event.getString("message");
        if (!event.getBoolean("succeeded")
                && message != null
                && TOO_LARGE.matcher(message).matches()) {
            RecordedObject callee = event.getValue("callee");
            String type = FlightRecording.readable(callee.getString("type").replace('/', '.'));
            tooLarge.add("%s.%s: %s".formatted(type, callee.getString("name"), message), 1);
        }
    }

    /**
     * Returns the findings. Called after the last event.
     *
     * @param load supplies the number of samples of each method
     */
    List<Finding> sections(Load load) {
        return List.of(compiling(), largest(load), deoptimisations());
    }

    private Finding compiling() {
        List<List<String>> tiers = nanosByTier.rows(
                MOST,
                tier -> List.of(
                        "all of " + tier.getKey(),
                        millis(tier.getValue()),
                        Long.toString(countByTier.of(tier.getKey()))));
        List<List<String>> byConcern = nanosByConcern.rows(
                MOST,
                concern -> List.of(
                        "all for " + concern.getKey(),
                        millis(concern.getValue()),
                        nanosByConcern.share(concern.getValue())));
        List<List<String>> methods =
                nanosByMethod.rows(MOST, method -> List.of(method.getKey(), millis(method.getValue()), ""));
        return new Finding(
                "JIT: time of compilers",
                "%s ms in all since the start, waiting for a processor included. %s%s"
                        .formatted(
                                millis(nanosByMethod.total()),
                                emptied(),
                                failures == 0 ? "" : " %d compilations failed.".formatted(failures)),
                "What is measured before the queue is empty is a cold server; an AOT cache or a longer warm-up shortens it.",
                List.of("compiler, concern or method", "ms", "compilations, or share"),
                Stream.of(tiers, byConcern, methods).flatMap(List::stream).toList());
    }

    /** Describes when the queues became empty. The two compilers report separate queues. */
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
        return "Their queues were %s, %.1f s after the JVM's start (the profiled load began at %.1f s)."
                .formatted(
                        quiet ? "empty for good" : "still in use at the end",
                        seconds(begin, last),
                        seconds(begin, window.from()));
    }

    private static double seconds(Instant from, Instant to) {
        return Duration.between(from, to).toMillis() / 1000.0;
    }

    private Finding largest(Load load) {
        List<List<String>> rows = tooLarge.top(Integer.MAX_VALUE).stream()
                .map(entry -> new Refusal(entry.getKey(), entry.getValue(), load.samples(method(entry.getKey()))))
                .filter(refusal -> refusal.samples > 0)
                .sorted(Comparator.comparingLong(Refusal::samples).reversed())
                .limit(MOST)
                .map(refusal -> List.of(refusal.what, Long.toString(refusal.times), Long.toString(refusal.samples)))
                .toList();
        return new Finding(
                "JIT: too large to inline",
                "Of %d refusals for size, %d concern methods that samples of the load were met in."
                        .formatted(tooLarge.total(), rows.size()),
                rows.isEmpty()
                        ? ""
                        : "If one is called for each byte or field, move its rare branches into a separate method; called once per request it does not matter.",
                List.of("method: reason", "call sites", "samples with it on the stack"),
                rows);
    }

    private record Refusal(String what, long times, long samples) {}

    private static String method(String entry) {
        return entry.substring(0, entry.indexOf(": "));
    }

    private Finding deoptimisations() {
        return new Finding(
                "JIT: deoptimisations",
                "%d since the start, %d of them during the profiled load."
                        .formatted(deoptReasons.total(), deoptMethods.total()),
                deoptMethods.top(1).stream().anyMatch(top -> top.getValue() > 10)
                        ? "A method that is deoptimised again and again never gets fast: look for types that keep changing at its calls."
                        : "",
                List.of("reason, action", "times"),
                Stream.concat(
                                deoptReasons.rows(6, "since the start: ").stream(),
                                deoptMethods.rows(MOST, "in the load: ").stream())
                        .toList());
    }

    private static String millis(long nanos) {
        return "%.0f".formatted(nanos / NANOS_PER_MILLI);
    }
}
