package comparison.lab.profile;

import comparison.harness.Fault;
import comparison.harness.record.Json;
import comparison.lab.study.Finding;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/**
 * An earlier or parallel profile that profiles are compared with.
 *
 * @param folder of a variant, with its {@code profile.json} and {@code profile.jfr}
 */
record Baseline(Path folder) {

    /**
     * One difference.
     *
     * @param graph name of its flame graph in the folder of the run
     * @param section the same in words
     */
    record Difference(String graph, Finding section) {}

    /** Returns a variant's folder in a run; it may not exist yet. */
    static Baseline in(Path run, String variant) {
        return new Baseline(run.resolve(variant));
    }

    /**
     * Returns the only variant of an earlier run, or the folder itself if it belongs to a variant.
     *
     * @throws Fault of kind BAD_INPUT if the folder has no profiled variant, or several
     */
    static Baseline in(Path run) {
        try (Stream<Path> below = Files.list(run)) {
            List<Path> variants = Stream.concat(Stream.of(run), below)
                    .filter(folder -> Files.isRegularFile(folder.resolve("profile.json")))
                    .toList();
            if (variants.size() == 1) {
                return new Baseline(variants.getFirst());
            }
            throw Fault.badInput(
                    "%s has %d profiled variants. Name the folder of one of them.".formatted(run, variants.size()));
        } catch (IOException e) {
            throw Fault.badInput("%s cannot be read: %s.".formatted(run, e.getMessage()));
        }
    }

    /**
     * Draws the difference of each event that both profiles have; empty for a comparison with itself.
     *
     * @param run the folder of the run of {@code now}, for the graphs
     * @throws Fault of kind BAD_INPUT if the two profiles have different numbers of requests, or the base no recording
     */
    List<Difference> differences(Profile now, Path run) {
        if (folder.equals(run.resolve(now.variant()))) {
            return List.of();
        }
        Profile base = comparable(now.requests());
        return now.events().stream()
                .filter(base.events()::contains)
                .map(event -> difference(event, base, now, run))
                .toList();
    }

    /**
     * Reads the profile and verifies that it is comparable.
     *
     * @param requests of the other profile
     * @throws Fault of kind BAD_INPUT if this one has a different number, or no recording, as a published profile
     */
    Profile comparable(long requests) {
        Profile base = Json.read(folder.resolve("profile.json"), Profile.class)
                .orElseThrow(() -> Fault.badInput("%s has no profile.json.".formatted(folder)));
        if (base.requests() != requests) {
            throw Fault.badInput(
                    "The base had %d requests and this run %d, so their flame graphs cannot be subtracted. Repeat with the same --threads and --loops."
                            .formatted(base.requests(), requests));
        }
        if (!Files.isRegularFile(AsyncProfiler.recording(folder))) {
            throw Fault.badInput(
                    "%s has no profile.jfr, so nothing can be compared with it. Name a folder of results/profile/, or a variant."
                            .formatted(folder));
        }
        return base;
    }

    private Difference difference(Event event, Profile base, Profile now, Path run) {
        List<String> before = FlameGraphs.stacks(AsyncProfiler.recording(folder), event);
        List<String> after = FlameGraphs.stacks(AsyncProfiler.recording(run.resolve(now.variant())), event);
        String names = "%s versus %s".formatted(now.variant(), base.variant());
        String graph = "%s-against-%s-%s.html".formatted(now.variant(), base.variant(), event.id());
        FlameGraphs.difference(before, after, "%s: %s".formatted(names, event.meaning()), run.resolve(graph));
        return new Difference(graph, FlameGraphs.changes(event, before, after, names, now.requests()));
    }
}
