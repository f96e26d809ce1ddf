package comparison.lab.profile;

import java.util.List;
import java.util.Map;
import jdk.jfr.consumer.RecordedEvent;

/** In which methods Java code was met during the load. Native code and the kernel are in the flame graph only. */
final class HotMethods implements FlightRecording.Lens {

    private static final int MOST = 15;

    private final FlightRecording.Window window;
    private final Ranking self = new Ranking();
    private final Ranking inclusive = new Ranking();

    HotMethods(FlightRecording.Window window) {
        this.window = window;
    }

    @Override
    public void see(RecordedEvent event) {
        if (event.getEventType().getName().equals("jdk.ExecutionSample") && window.holds(event)) {
            List<String> frames = FlightRecording.frames(event);
            if (!frames.isEmpty()) {
                self.add(frames.getFirst(), 1);
                frames.stream().distinct().forEach(frame -> inclusive.add(frame, 1));
            }
        }
    }

    /** Returns in how many samples a method was on the stack. */
    long samples(String method) {
        return inclusive.of(method);
    }

    @Override
    public List<Section> sections() {
        return List.of(new Section(
                "Hot methods",
                "%d samples of running Java code. 'Itself' is time in the method, 'in all' with what it calls."
                        .formatted(self.total()),
                "See cpu.html for who calls them; a flat list means that no single method is worth the trouble.",
                List.of("method", "itself", "in all"),
                self.top(MOST).stream().map(this::row).toList()));
    }

    private List<String> row(Map.Entry<String, Long> entry) {
        return List.of(entry.getKey(), self.share(entry.getValue()), self.share(inclusive.of(entry.getKey())));
    }
}
