package comparison.lab.profile;

import java.util.List;
import java.util.Map;
import jdk.jfr.consumer.RecordedEvent;

/** What was allocated during the load, and where: estimated by the JVM from samples. */
final class Allocation implements FlightRecording.Lens {

    private static final int MOST = 12;
    private static final double KIB = 1024;

    private final FlightRecording.Window window;
    private final Ranking classes = new Ranking();
    private final Ranking sites = new Ranking();

    Allocation(FlightRecording.Window window) {
        this.window = window;
    }

    @Override
    public void see(RecordedEvent event) {
        if (event.getEventType().getName().equals("jdk.ObjectAllocationSample") && window.holds(event)) {
            long bytes = event.getLong("weight");
            String type = FlightRecording.type(event.getClass("objectClass"));
            classes.add(type, bytes);
            sites.add(FlightRecording.site(FlightRecording.frames(event)) + ": " + type, bytes);
        }
    }

    @Override
    public List<Section> sections() {
        double perRequest = classes.total() / KIB / window.requests();
        String seen = "About %.1f KiB per request.".formatted(perRequest);
        return List.of(
                new Section(
                        "Allocation by class",
                        seen,
                        "Look at the first lines only: the rest is small change.",
                        List.of("class", "bytes per request", "share"),
                        rows(classes)),
                new Section(
                        "Allocation by site",
                        "A site is the first frame outside the JDK.",
                        "Allocate less where the share is large and the code is ours; compare alloc.html for the way there.",
                        List.of("site: class", "bytes per request", "share"),
                        rows(sites)));
    }

    private List<List<String>> rows(Ranking ranking) {
        return ranking.top(MOST).stream().map(entry -> row(ranking, entry)).toList();
    }

    private List<String> row(Ranking ranking, Map.Entry<String, Long> entry) {
        return List.of(
                entry.getKey(), Long.toString(entry.getValue() / window.requests()), ranking.share(entry.getValue()));
    }
}
