package comparison.lab.profile;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import jdk.jfr.consumer.RecordedEvent;

/** Pauses for garbage collection during the load. */
final class Pauses implements FlightRecording.Lens {

    private static final double NANOS_PER_MILLI = 1e6;
    private static final double MUCH = 0.05;

    private final FlightRecording.Window window;
    private final Ranking causes = new Ranking();
    private final List<Duration> pauses = new ArrayList<>();

    Pauses(FlightRecording.Window window) {
        this.window = window;
    }

    @Override
    public void see(RecordedEvent event) {
        if (event.getEventType().getName().equals("jdk.GarbageCollection") && window.holds(event)) {
            causes.add("%s, %s".formatted(event.getString("name"), event.getString("cause")), 1);
            pauses.add(event.getDuration("sumOfPauses"));
        }
    }

    @Override
    public List<Section> sections() {
        double millis = pauses.stream().mapToLong(Duration::toNanos).sum() / NANOS_PER_MILLI;
        double longest = pauses.stream().mapToLong(Duration::toNanos).max().orElse(0) / NANOS_PER_MILLI;
        double share = millis / 1000 / window.seconds();
        return List.of(new Section(
                "Garbage collection",
                "%d collections paused the server for %.1f ms in all, %.1f ms at most: %.2f %% of the load's %.1f s."
                        .formatted(pauses.size(), millis, longest, 100 * share, window.seconds()),
                share > MUCH
                        ? "Allocate less (see below), or give the young generation more room."
                        : "Nothing to do: pauses take next to no time.",
                List.of("collector, cause", "collections"),
                causes.top(5).stream()
                        .map(cause -> List.of(cause.getKey(), cause.getValue().toString()))
                        .toList()));
    }
}
