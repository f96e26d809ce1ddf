package comparison.lab.profile;

import java.util.List;
import jdk.jfr.consumer.RecordedEvent;

/** Virtual threads that waited without leaving their carrier, during the load. */
final class Pinning implements FlightRecording.Lens {

    private static final double NANOS_PER_MILLI = 1e6;
    private static final int MOST = 8;

    private final FlightRecording.Window window;
    private final Ranking places = new Ranking();
    private long events;
    private long longest;

    Pinning(FlightRecording.Window window) {
        this.window = window;
    }

    @Override
    public void see(RecordedEvent event) {
        if (event.getEventType().getName().equals("jdk.VirtualThreadPinned") && window.holds(event)) {
            long nanos = event.getDuration().toNanos();
            events++;
            longest = Math.max(longest, nanos);
            places.add(
                    "%s, at %s"
                            .formatted(
                                    event.getString("pinnedReason"),
                                    FlightRecording.site(FlightRecording.frames(event))),
                    nanos);
        }
    }

    @Override
    public List<Section> sections() {
        return List.of(new Section(
                "Pinned virtual threads",
                events == 0
                        ? "None."
                        : "%d times, %.1f ms in all, %.1f ms at most."
                                .formatted(events, places.total() / NANOS_PER_MILLI, longest / NANOS_PER_MILLI),
                events == 0
                        ? "Nothing to do."
                        : "While pinned, a carrier does nothing else: keep waiting out of native frames and class initialisers.",
                events == 0 ? List.of() : List.of("reason, site", "ms"),
                places.top(MOST).stream()
                        .map(place -> List.of(place.getKey(), "%.1f".formatted(place.getValue() / NANOS_PER_MILLI)))
                        .toList()));
    }
}
