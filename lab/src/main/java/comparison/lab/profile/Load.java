package comparison.lab.profile;

import comparison.lab.study.Finding;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import jdk.jfr.consumer.RecordedEvent;

/** Summarizes what the server did during the profiled load: pauses, allocation, hot methods, pinned virtual threads. */
final class Load {

    private static final double NANOS_PER_MILLI = 1e6;
    private static final double KIB = 1024;
    private static final double LONG_PAUSES = 0.05;
    private static final int MOST = 12;

    private final Window window;
    private final List<Duration> pauses = new ArrayList<>();
    private final Ranking collections = new Ranking();
    private final Ranking classes = new Ranking();
    private final Ranking sites = new Ranking();
    private final Ranking self = new Ranking();
    private final Ranking inclusive = new Ranking();
    private final Ranking pinned = new Ranking();
    private long pins;

    /**
     * The period of the profiled load.
     *
     * @param from its beginning
     * @param to its end
     * @param requests number of requests, at least 1
     */
    record Window(Instant from, Instant to, long requests) {

        boolean holds(RecordedEvent event) {
            return !event.getStartTime().isBefore(from) && event.getStartTime().isBefore(to);
        }

        double seconds() {
            return Duration.between(from, to).toMillis() / 1000.0;
        }
    }

    Load(Window window) {
        this.window = window;
    }

    /** Evaluates an event, or ignores it. */
    void see(RecordedEvent event) {
        if (window.holds(event)) {
            switch (event.getEventType().getName()) {
                case "jdk.GarbageCollection" -> collected(event);
                case "jdk.ObjectAllocationSample" -> allocated(event);
                case "jdk.ExecutionSample" -> met(FlightRecording.frames(event));
                case "jdk.VirtualThreadPinned" -> pinned(event);
                default -> {
                    // Compilation may evaluate it.
                }
            }
        }
    }

    private void collected(RecordedEvent event) {
        collections.add("%s, %s".formatted(event.getString("name"), event.getString("cause")), 1);
        pauses.add(event.getDuration("sumOfPauses"));
    }

    private void allocated(RecordedEvent event) {
        long bytes = event.getLong("weight");
        String type = FlightRecording.type(event.getClass("objectClass"));
        classes.add(type, bytes);
        sites.add(FlightRecording.site(FlightRecording.frames(event)) + ": " + type, bytes);
    }

    private void met(List<String> frames) {
        if (!frames.isEmpty()) {
            self.add(frames.getFirst(), 1);
            frames.stream().distinct().forEach(frame -> inclusive.add(frame, 1));
        }
    }

    private void pinned(RecordedEvent event) {
        pins++;
        String site = FlightRecording.site(FlightRecording.frames(event));
        pinned.add(
                "%s, at %s".formatted(event.getString("pinnedReason"), site),
                event.getDuration().toNanos());
    }

    /** Returns the number of samples with a method on the stack. */
    long samples(String method) {
        return inclusive.of(method);
    }

    /** Returns the findings. Called after the last event. */
    List<Finding> sections() {
        return List.of(collecting(), allocation(), allocationSites(), hotMethods(), pinning());
    }

    private Finding collecting() {
        double millis = pauses.stream().mapToLong(Duration::toNanos).sum() / NANOS_PER_MILLI;
        double longest = pauses.stream().mapToLong(Duration::toNanos).max().orElse(0) / NANOS_PER_MILLI;
        double share = millis / 1000 / window.seconds();
        return new Finding(
                "Garbage collection",
                "%d collections paused the server for %.1f ms in all, %.1f ms at most: %.2f %% of the load's %.1f s."
                        .formatted(pauses.size(), millis, longest, 100 * share, window.seconds()),
                share > LONG_PAUSES ? "Allocate less (see below), or give the young generation more room." : "",
                List.of("collector, cause", "collections"),
                collections.rows(5, ""));
    }

    private Finding allocation() {
        return new Finding(
                "Allocation by class",
                "About %.1f KiB per request.".formatted(classes.total() / KIB / window.requests()),
                "",
                List.of("class", "bytes per request", "share"),
                classes.rows(MOST, entry -> perRequest(classes, entry)));
    }

    private Finding allocationSites() {
        return new Finding(
                "Allocation by site",
                "A site is the first frame outside the JDK.",
                "Allocate less where the share is large and the code is ours; compare alloc.html for the way there.",
                List.of("site: class", "bytes per request", "share"),
                sites.rows(MOST, entry -> perRequest(sites, entry)));
    }

    private List<String> perRequest(Ranking ranking, Map.Entry<String, Long> entry) {
        long bytes = entry.getValue();
        return List.of(entry.getKey(), Long.toString(bytes / window.requests()), ranking.share(bytes));
    }

    /** Lists hot Java methods. Native code and the kernel are only in the flame graph. */
    private Finding hotMethods() {
        return new Finding(
                "Hot methods",
                "%d samples of running Java code. 'Itself' is time in the method, 'in all' with what it calls."
                        .formatted(self.total()),
                "See cpu.html for who calls them; a flat list means that no single method is worth the trouble.",
                List.of("method", "itself", "in all"),
                self.rows(
                        MOST,
                        entry -> List.of(
                                entry.getKey(), self.share(entry.getValue()), self.share(samples(entry.getKey())))));
    }

    /** Lists virtual threads that waited without releasing their carrier. */
    private Finding pinning() {
        return new Finding(
                "Pinned virtual threads",
                pins == 0 ? "None." : "%d times, %.1f ms in all.".formatted(pins, pinned.total() / NANOS_PER_MILLI),
                pins == 0
                        ? ""
                        : "While pinned, a carrier does nothing else: keep waiting out of native frames and class initialisers.",
                List.of("reason, site", "ms"),
                pinned.rows(
                        MOST, entry -> List.of(entry.getKey(), "%.1f".formatted(entry.getValue() / NANOS_PER_MILLI))));
    }
}
