package comparison.harness.profile;

import comparison.harness.Fault;
import comparison.harness.load.LoadOrder;
import comparison.harness.plan.Variant;
import comparison.harness.raw.Disk;
import comparison.harness.raw.Load.Sent;
import comparison.harness.runtime.LoadClient;
import comparison.harness.runtime.RunningVariant;
import comparison.harness.runtime.Testbed;
import comparison.harness.stats.Ratio;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

/**
 * What being observed costs: on one warm server the same load again and again, in each round once with nobody looking, once
 * with a scrape of its metrics every 111 ms, and once with a flight recording on. Each round begins with another of them.
 */
public final class ObservedRun {

    private static final List<String> WATCHERS = List.of("nobody", "scrape", "recording");
    private static final String NOBODY = WATCHERS.getFirst();
    private static final int WARMING = 3;
    /** Where a load was too short for the clock of processor time. */
    private static final String UNKNOWN = "—";

    private final Testbed testbed;
    private final LoadOrder order;
    private final int rounds;
    private final Path folder;
    private final Consumer<String> progress;

    /**
     * One load.
     *
     * @param variant id
     * @param watcher {@code nobody}, {@code scrape} or {@code recording}
     * @param round from 1
     * @param requests sent
     * @param errors among them
     * @param cpuMicros processor time of the server per request
     * @param looks how often the page was fetched
     * @param firstPageBytes its size at first; 0 without a scrape
     * @param lastPageBytes its size at last
     */
    public record Observed(
            String variant,
            String watcher,
            int round,
            long requests,
            long errors,
            double cpuMicros,
            int looks,
            int firstPageBytes,
            int lastPageBytes) {}

    /** Makes a run; nothing is started yet. */
    public ObservedRun(Testbed testbed, LoadOrder order, int rounds, Path folder, Consumer<String> progress) {
        this.testbed = testbed;
        this.order = order;
        this.rounds = rounds;
        this.folder = folder;
        this.progress = progress;
    }

    /** Measures all of them. */
    public List<Observed> run(List<Variant> variants) {
        List<Observed> all = new ArrayList<>();
        try (LoadClient client = testbed.client(folder.resolve("client.log"))) {
            variants.forEach(variant -> all.addAll(observed(variant, client)));
        }
        return all;
    }

    private List<Observed> observed(Variant variant, LoadClient client) {
        testbed.resetTable();
        progress.accept(variant.id() + ": start, and loads that warm it");
        try (RunningVariant running = testbed.start(variant, folder.resolve(variant.id() + ".log"))) {
            for (int load = 0; load < WARMING; load++) {
                send(client, running);
            }
            List<Observed> all = new ArrayList<>();
            for (int round = 0; round < rounds; round++) {
                progress.accept("%s: round %d of %d".formatted(variant.id(), round + 1, rounds));
                for (int turn = 0; turn < WATCHERS.size(); turn++) {
                    String watcher = WATCHERS.get((round + turn) % WATCHERS.size());
                    all.add(observed(variant.id(), watcher, round + 1, client, running));
                }
            }
            return all;
        }
    }

    private Observed observed(String variant, String name, int round, LoadClient client, RunningVariant running) {
        Watcher watcher = watcher(name, running);
        try (watcher) {
            long before = cpuNanos(running);
            Sent sent = send(client, running);
            double micros = (cpuNanos(running) - before)
                    / (double) TimeUnit.MICROSECONDS.toNanos(1)
                    / Math.max(1, sent.samples());
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
    }

    private static Watcher watcher(String name, RunningVariant running) {
        return switch (name) {
            case "scrape" ->
                Watcher.scraper(
                        running.management().orElseThrow(ObservedRun::unseen).resolve("/actuator/prometheus"));
            case "recording" ->
                Watcher.recording(
                        running.process().orElseThrow(ObservedRun::unseen).pid());
            default -> Watcher.nobody();
        };
    }

    private static Fault unseen() {
        return Fault.missing("The server cannot be seen from here. Use the runtime process.");
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

    /** Complains if requests failed: what a server that answers wrongly needs is no figure of one that works. */
    public static void requireAnswers(List<Observed> all) {
        Failures.refuse(
                all.stream().mapToLong(Observed::errors).sum(),
                all.stream().mapToLong(Observed::requests).sum());
    }

    /** Returns a table: for each variant and watcher the quotient of processor time to that with nobody looking. */
    public static String table(List<Observed> all) {
        StringBuilder text = new StringBuilder("""
                | Variant | Watched by | CPU per request (us, median) | beside nobody | Looks | Page at first (bytes) | Page at last (bytes) | Errors |
                | --- | --- | ---: | ---: | ---: | ---: | ---: | ---: |
                """);
        for (String variant : all.stream().map(Observed::variant).distinct().toList()) {
            for (String watcher : WATCHERS) {
                text.append(row(variant, watcher, all)).append('\n');
            }
        }
        return text.toString();
    }

    private static String row(String variant, String watcher, List<Observed> all) {
        List<Observed> loads = of(variant, watcher, all);
        return String.format(
                Locale.ROOT,
                "| %s | %s | %.0f | %s | %d | %d | %d | %d |",
                variant,
                watcher,
                median(cpu(loads)),
                watcher.equals(NOBODY) ? "1" : beside(loads, of(variant, NOBODY, all)),
                loads.stream().mapToInt(Observed::looks).sum(),
                loads.getFirst().firstPageBytes(),
                loads.getLast().lastPageBytes(),
                loads.stream().mapToLong(Observed::errors).sum());
    }

    private static List<Observed> of(String variant, String watcher, List<Observed> all) {
        return all.stream()
                .filter(load -> load.variant().equals(variant) && load.watcher().equals(watcher))
                .toList();
    }

    private static List<Double> cpu(List<Observed> loads) {
        return loads.stream().map(Observed::cpuMicros).toList();
    }

    private static double median(List<Double> values) {
        List<Double> sorted = values.stream().sorted().toList();
        return (sorted.get((sorted.size() - 1) / 2) + sorted.get(sorted.size() / 2)) / 2;
    }

    private static String beside(List<Observed> loads, List<Observed> nobody) {
        return Ratio.paired(cpu(loads), cpu(nobody)).map(ObservedRun::inWords).orElse(UNKNOWN);
    }

    private static String inWords(Ratio ratio) {
        return ratio.low() == null
                ? String.format(Locale.ROOT, "%.2f", ratio.estimate())
                : String.format(
                        Locale.ROOT,
                        "%.2f [%.2f–%.2f]",
                        ratio.estimate(),
                        ratio.low(),
                        Objects.requireNonNull(ratio.high()));
    }
}
