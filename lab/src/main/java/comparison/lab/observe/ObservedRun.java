package comparison.lab.observe;

import comparison.harness.Fault;
import comparison.harness.load.LoadOrder;
import comparison.harness.plan.Variant;
import comparison.harness.record.Json;
import comparison.harness.report.Warning;
import comparison.harness.runtime.LoadClient;
import comparison.harness.runtime.Testbed;
import comparison.lab.study.Subject;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Measures what being observed costs. In each round, each variant is started once per watcher, gets a few warm-up
 * loads, and one load that is measured. Each round begins with another watcher. Results are written after each measured
 * load. Used by one thread.
 *
 * @param order of each load
 * @param rounds at least 1
 * @param folder for {@code observed.json} and {@code table.md}
 */
record ObservedRun(Testbed testbed, LoadOrder order, int rounds, Path folder, Consumer<String> progress) {

    private static final int WARMING = 3;

    /**
     * Measures all variants. If a watcher fails, this is a warning, and the variant is measured without it.
     *
     * @throws Fault if a server without a watcher fails; the results so far are in the folder
     */
    Observations run(List<Variant> variants) {
        Observations measured = new Observations(Observations.SCHEMA_VERSION, new ArrayList<>(), new ArrayList<>());
        List<Watcher> watchers = List.of(Watcher.values());
        try (LoadClient client = testbed.client(folder.resolve("client.log"))) {
            for (int round = 1; round <= rounds; round++) {
                for (Variant variant : variants) {
                    progress.accept("%s: round %d of %d".formatted(variant.id(), round, rounds));
                    for (int turn = 0; turn < watchers.size(); turn++) {
                        attempt(variant, watchers.get((round + turn) % watchers.size()), round, client, measured);
                    }
                }
            }
        }
        return measured;
    }

    private void attempt(Variant variant, Watcher watcher, int round, LoadClient client, Observations measured) {
        String about = variant.id() + ", " + watcher;
        if (measured.warnings().stream().anyMatch(warning -> warning.about().equals(about))) {
            return;
        }
        try {
            measured.loads().add(measured(variant, watcher, round, client));
        } catch (Fault e) {
            if (watcher == Watcher.NOBODY) {
                throw e;
            }
            measured.warnings()
                    .add(new Warning("cannot-watch", about, e.line().replaceFirst("\\.$", ""), "see its app.log"));
        }
        Json.write(folder.resolve("observed.json"), measured);
        measured.page().write(folder, "table");
    }

    private Observed measured(Variant variant, Watcher watcher, int round, LoadClient client) {
        Path start = folder.resolve("%s-%s-%d".formatted(variant.id(), watcher, round));
        try (Subject subject = Subject.start(testbed, watcher.started(variant), client, order, start)) {
            subject.load();
            if (watcher == Watcher.SCRAPE) {
                try (Scraper scraper = new Scraper(subject.metrics())) {
                    int first = scraper.bytes();
                    warm(subject);
                    scraper.begin();
                    Subject.Loaded loaded = subject.load();
                    return observed(variant, watcher, round, loaded, scraper.looks(), first, scraper.bytes());
                }
            }
            warm(subject);
            return observed(variant, watcher, round, subject.load(), 0, null, null);
        }
    }

    private static void warm(Subject subject) {
        for (int load = 1; load < WARMING; load++) {
            subject.load();
        }
    }

    private static Observed observed(
            Variant variant,
            Watcher watcher,
            int round,
            Subject.Loaded loaded,
            int looks,
            @Nullable Integer firstBytes,
            @Nullable Integer lastBytes) {
        double micros = loaded.cpuMicros()
                .orElseThrow(() -> Fault.broken("The processor time of %s cannot be read.".formatted(variant.id())));
        return new Observed(
                variant.id(), watcher, round, loaded.requests(), loaded.errors(), micros, looks, firstBytes, lastBytes);
    }
}
