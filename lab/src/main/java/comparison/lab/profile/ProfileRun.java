package comparison.lab.profile;

import comparison.harness.Fault;
import comparison.harness.load.LoadOrder;
import comparison.harness.plan.Variant;
import comparison.harness.raw.Disk;
import comparison.harness.raw.Json;
import comparison.harness.raw.Load.Sent;
import comparison.harness.report.Warning;
import comparison.harness.runtime.LoadClient;
import comparison.harness.runtime.RunningVariant;
import comparison.harness.runtime.Testbed;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Profiles variants one after the other in a prepared testbed: each gets a fresh start, one load to warm it, and one that is
 * sampled.
 */
public final class ProfileRun {

    /** Sample between safepoints too, and say nothing about an agent that comes later. */
    private static final List<String> FLAGS =
            List.of("-XX:+UnlockDiagnosticVMOptions", "-XX:+DebugNonSafepoints", "-XX:+EnableDynamicAgentLoading");

    private final Testbed testbed;
    private final LoadOrder order;
    private final List<Event> events;
    private final Path folder;
    private final Consumer<String> progress;

    /**
     * Makes a run; nothing is started yet.
     *
     * @param order of each of the two loads
     * @param events to be sampled in the second one
     * @param folder where results go, one folder per variant
     */
    public ProfileRun(Testbed testbed, LoadOrder order, List<Event> events, Path folder, Consumer<String> progress) {
        this.testbed = testbed;
        this.order = order;
        this.events = events;
        this.folder = folder;
        this.progress = progress;
    }

    /** Profiles all of them. */
    public List<Profile> run(List<Variant> variants) {
        try (LoadClient client = testbed.client(folder.resolve("client.log"))) {
            return variants.stream().map(variant -> profile(variant, client)).toList();
        }
    }

    private Profile profile(Variant variant, LoadClient client) {
        Path results = folder.resolve(variant.id());
        List<String> flags = Stream.concat(FLAGS.stream(), FlightRecording.flags(results).stream())
                .toList();
        testbed.resetTable();
        progress.accept(variant.id() + ": start, and a load that warms it");
        Path recording = results.resolve("profile.jfr").toAbsolutePath();
        Sampled sampled;
        try (RunningVariant running = testbed.start(variant.withFlags(flags), results.resolve("app.log"))) {
            send(client, running, results);
            progress.accept(variant.id() + ": the load that is sampled");
            sampled = sampled(variant, client, running, results, recording);
        }
        sampled.profiler.clean();
        progress.accept(variant.id() + ": flame graphs and findings");
        Profile profile = concluded(variant, sampled, results, recording);
        Json.write(results.resolve("profile.json"), profile);
        return profile;
    }

    private Sent send(LoadClient client, RunningVariant running, Path results) {
        Path samples = results.resolve("samples.jtl").toAbsolutePath();
        try {
            return client.load(running, order, samples);
        } finally {
            Disk.attempt("delete " + samples, () -> Files.deleteIfExists(samples));
        }
    }

    private record Sampled(
            AsyncProfiler profiler,
            List<Event> events,
            FlightRecording.Window window,
            Sent sent,
            @Nullable Double cpuMicros) {}

    private Sampled sampled(Variant variant, LoadClient client, RunningVariant running, Path results, Path recording) {
        long pid = running.process()
                .map(ProcessHandle::pid)
                .orElseThrow(
                        () -> Fault.missing("The JVM of %s cannot be seen from here. Profile in the runtime process."
                                .formatted(variant.id())));
        AsyncProfiler profiler = new AsyncProfiler(pid, results.toAbsolutePath(), variant.id());
        List<Event> started = profiler.start(events, recording);
        Instant from = Instant.now();
        Optional<Long> cpuBefore = cpuNanos(running);
        Sent sent = send(client, running, results);
        Optional<Long> cpuAfter = cpuNanos(running);
        Instant to = Instant.now();
        if (!started.isEmpty()) {
            profiler.stop();
        }
        Double micros = cpuBefore
                .flatMap(earlier -> cpuAfter.map(later ->
                        (later - earlier) / (double) TimeUnit.MICROSECONDS.toNanos(1) / Math.max(1, sent.samples())))
                .orElse(null);
        FlightRecording.Window window = new FlightRecording.Window(from, to, Math.max(1, sent.samples()));
        return new Sampled(profiler, started, window, sent, micros);
    }

    private static Optional<Long> cpuNanos(RunningVariant running) {
        try {
            return Optional.of(running.meter().read().cpuNanos());
        } catch (IOException e) {
            return Optional.empty();
        }
    }

    private Profile concluded(Variant variant, Sampled sampled, Path results, Path recording) {
        List<Warning> warnings = new ArrayList<>(sampled.profiler.warnings());
        List<Event> drawn = new ArrayList<>();
        for (Event event : sampled.events) {
            try {
                FlameGraphs.draw(recording, event, "%s: %s".formatted(variant.id(), event.meaning()), results);
                drawn.add(event);
            } catch (Fault e) {
                warnings.add(new Warning(
                        "no-flame-graph", variant.id(), e.line(), "look at async-profiler.log beside the recording"));
            }
        }
        List<Section> sections = new ArrayList<>();
        try {
            sections.addAll(FlightRecording.read(FlightRecording.file(results), sampled.window));
        } catch (Fault e) {
            warnings.add(new Warning(
                    "no-flight-recording",
                    variant.id(),
                    "there are no findings of collections, allocation and JIT: " + e.line(),
                    "see what app.log says of -XX:StartFlightRecording"));
        }
        return new Profile(
                Profile.SCHEMA_VERSION,
                variant.id(),
                drawn,
                sampled.sent.samples(),
                sampled.sent.errors(),
                sampled.window.seconds(),
                sampled.cpuMicros,
                sections,
                warnings);
    }
}
