package comparison.lab.profile;

import comparison.harness.Fault;
import comparison.harness.load.LoadOrder;
import comparison.harness.plan.Variant;
import comparison.harness.record.Json;
import comparison.harness.report.Warning;
import comparison.harness.runtime.LoadClient;
import comparison.harness.runtime.Testbed;
import comparison.lab.study.Finding;
import comparison.lab.study.Subject;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.stream.Stream;

/**
 * Profiles variants one after the other: a fresh start, a warm-up load unless the cold server is profiled, and a load
 * that is sampled. Used by one thread.
 *
 * @param order of each load
 * @param cold whether the first load is sampled, instead of the second
 * @param events to sample
 * @param folder for the results, with one folder per variant
 */
record ProfileRun(
        Testbed testbed, LoadOrder order, boolean cold, List<Event> events, Path folder, Consumer<String> progress) {

    /** Make the JVM sample between safepoints too, and suppress its warning about an agent that is loaded later. */
    private static final List<String> FLAGS =
            List.of("-XX:+UnlockDiagnosticVMOptions", "-XX:+DebugNonSafepoints", "-XX:+EnableDynamicAgentLoading");

    /** Profiles all variants. */
    List<Profile> run(List<Variant> variants) {
        try (LoadClient client = testbed.client(folder.resolve("client.log"))) {
            return variants.stream().map(variant -> profile(variant, client)).toList();
        }
    }

    private Profile profile(Variant variant, LoadClient client) {
        Path results = folder.resolve(variant.id());
        List<String> flags = Stream.concat(FLAGS.stream(), FlightRecording.flags(results).stream())
                .toList();
        progress.accept(variant.id() + (cold ? ": start" : ": start, and a load that warms it"));
        Path recording = AsyncProfiler.recording(results).toAbsolutePath();
        Sampled sampled;
        try (Subject subject = Subject.start(testbed, variant.withFlags(flags), client, order, results)) {
            ProfiledJvm jvm = new ProfiledJvm(subject.pid(), results.toAbsolutePath());
            if (!cold) {
                subject.load();
            }
            progress.accept(variant.id() + ": the load that is sampled");
            AsyncProfiler profiler = new AsyncProfiler(jvm, variant.id());
            List<Event> started = profiler.start(events, recording);
            Subject.Loaded loaded = subject.load();
            if (!started.isEmpty()) {
                profiler.stop();
            }
            sampled = new Sampled(profiler, started, loaded);
        }
        sampled.profiler.clean();
        progress.accept(variant.id() + ": flame graphs and findings");
        Profile profile = concluded(variant.id(), sampled, results, recording);
        Json.write(results.resolve("profile.json"), profile);
        return profile;
    }

    private record Sampled(AsyncProfiler profiler, List<Event> events, Subject.Loaded loaded) {}

    private Profile concluded(String variant, Sampled sampled, Path results, Path recording) {
        List<Warning> warnings = new ArrayList<>(sampled.profiler.warnings());
        List<Event> drawn = sampled.events.stream()
                .filter(event -> draws(variant, event, results, recording, warnings))
                .toList();
        Subject.Loaded loaded = sampled.loaded;
        Load.Window window = new Load.Window(loaded.from(), loaded.to(), Math.max(1, loaded.requests()));
        List<Finding> sections = List.of();
        try {
            sections = FlightRecording.read(FlightRecording.file(results), window);
        } catch (Fault e) {
            warnings.add(new Warning(
                    "no-flight-recording",
                    variant,
                    "there are no findings of collections, allocation and JIT: " + e.line(),
                    "see what app.log says of -XX:StartFlightRecording"));
        }
        return new Profile(
                Profile.SCHEMA_VERSION,
                variant,
                drawn,
                loaded.requests(),
                loaded.errors(),
                window.seconds(),
                loaded.cpuMicros().orElse(null),
                drawn.contains(Event.CPU)
                        ? Concerns.listed().shares(FlameGraphs.stacksByThread(recording, Event.CPU))
                        : Map.of(),
                sections,
                warnings);
    }

    private static boolean draws(String variant, Event event, Path results, Path recording, List<Warning> warnings) {
        try {
            FlameGraphs.draw(recording, event, "%s: %s".formatted(variant, event.meaning()), results);
            return true;
        } catch (Fault e) {
            warnings.add(
                    new Warning("no-flame-graph", variant, e.line(), "look at async-profiler.log in the same folder"));
            return false;
        }
    }
}
