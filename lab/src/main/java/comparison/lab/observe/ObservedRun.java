package comparison.lab.observe;

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
import comparison.lab.observe.Observations.Observed;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

/**
 * What being observed costs: on one warm server the same load again and again, in each round once with nobody looking, once
 * with a scrape of its metrics every 111 ms, and once with a flight recording on. Each round begins with another of them. What was
 * measured is written after each round. Used by one thread, for one run.
 */
public final class ObservedRun {

    private static final List<String> WATCHERS = Observations.WATCHERS;
    private static final int WARMING = 3;

    private final Testbed testbed;
    private final LoadOrder order;
    private final int rounds;
    private final Path folder;
    private final Path jcmd;
    private final Consumer<String> progress;
    private final List<Observed> loads = new ArrayList<>();
    private final List<Warning> warnings = new ArrayList<>();

    /**
     * Makes a run; nothing is started yet.
     *
     * @param order of each load
     * @param rounds at least 1
     * @param folder where {@code observed.json} and {@code table.md} go
     */
    public ObservedRun(Testbed testbed, LoadOrder order, int rounds, Path folder, Consumer<String> progress) {
        this(testbed, order, rounds, folder, progress, Path.of(System.getProperty("java.home"), "bin", "jcmd"));
    }

    ObservedRun(Testbed testbed, LoadOrder order, int rounds, Path folder, Consumer<String> progress, Path jcmd) {
        this.testbed = testbed;
        this.order = order;
        this.rounds = rounds;
        this.folder = folder;
        this.progress = progress;
        this.jcmd = jcmd;
    }

    /**
     * Measures all of them. A watcher that cannot look is a warning, and that variant is measured without it.
     *
     * @throws Fault if the client, a server or the database dies; what was measured until then is in the folder
     */
    public Observations run(List<Variant> variants) {
        try (LoadClient client = testbed.client(folder.resolve("client.log"))) {
            variants.forEach(variant -> observe(variant, client));
        }
        return measured();
    }

    private Observations measured() {
        return new Observations(Observations.SCHEMA_VERSION, List.copyOf(loads), List.copyOf(warnings));
    }

    private void observe(Variant variant, LoadClient client) {
        testbed.resetTable();
        progress.accept(variant.id() + ": start, and loads that warm it");
        try (RunningVariant running = testbed.start(variant, folder.resolve(variant.id() + ".log"))) {
            for (int load = 0; load < WARMING; load++) {
                send(client, running);
            }
            rounds(variant.id(), client, running);
        }
    }

    private void rounds(String variant, LoadClient client, RunningVariant running) {
        Set<String> out = new HashSet<>();
        boolean alone = true;
        for (int round = 0; round < rounds && alone; round++) {
            progress.accept("%s: round %d of %d".formatted(variant, round + 1, rounds));
            for (int turn = 0; turn < WATCHERS.size() && alone; turn++) {
                String watcher = WATCHERS.get((round + turn) % WATCHERS.size());
                if (!out.contains(watcher)) {
                    alone = watched(variant, watcher, round + 1, client, running, out);
                }
            }
            keep();
        }
    }

    /** Returns whether nobody looks at the server any more. */
    private boolean watched(
            String variant, String name, int round, LoadClient client, RunningVariant running, Set<String> out) {
        try (Watcher watcher = watcher(name, running)) {
            loads.add(load(variant, name, round, client, running, watcher));
            return true;
        } catch (Watcher.Refused refused) {
            out.add(name);
            warnings.add(new Warning(
                    "cannot-watch",
                    Observations.about(variant, name),
                    refused.cause() + (refused.looksOn() ? ", so what was still to be measured of it is left out" : ""),
                    refused.cure()));
            return !refused.looksOn();
        }
    }

    private Observed load(
            String variant, String name, int round, LoadClient client, RunningVariant running, Watcher watcher) {
        long before = cpuNanos(running);
        Sent sent = send(client, running);
        double micros =
                (cpuNanos(running) - before) / (double) TimeUnit.MICROSECONDS.toNanos(1) / Math.max(1, sent.samples());
        Watcher.Seen seen = watcher.seen();
        return new Observed(
                variant,
                name,
                round,
                sent.samples(),
                sent.errors(),
                micros,
                seen.looks(),
                seen.firstBytes(),
                seen.lastBytes());
    }

    private void keep() {
        Observations measured = measured();
        Json.write(folder.resolve("observed.json"), measured);
        Disk.write(folder.resolve("table.md"), measured.text());
    }

    private Watcher watcher(String name, RunningVariant running) throws Watcher.Refused {
        return switch (name) {
            case "scrape" ->
                Watcher.scraper(
                        running.management().orElseThrow(ObservedRun::unseen).resolve("/actuator/prometheus"));
            case "recording" ->
                Watcher.recording(
                        jcmd, running.process().orElseThrow(ObservedRun::unseen).pid());
            default -> Watcher.nobody();
        };
    }

    private static Watcher.Refused unseen() {
        return new Watcher.Refused("the server cannot be seen from here", "use the runtime process", false);
    }

    private static long cpuNanos(RunningVariant running) {
        try {
            return running.meter().read().cpuNanos();
        } catch (IOException e) {
            throw Fault.broken("The processor time of the server cannot be read: " + e.getMessage(), e);
        }
    }

    private Sent send(LoadClient client, RunningVariant running) {
        Path samples = folder.resolve("samples.jtl").toAbsolutePath();
        try {
            return client.load(running, order, samples);
        } finally {
            Disk.attempt("delete " + samples, () -> Files.deleteIfExists(samples));
        }
    }
}
