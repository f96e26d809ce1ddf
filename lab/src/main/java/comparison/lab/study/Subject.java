package comparison.lab.study;

import comparison.harness.Fault;
import comparison.harness.load.LoadOrder;
import comparison.harness.plan.Variant;
import comparison.harness.raw.Disk;
import comparison.harness.raw.Load.Sent;
import comparison.harness.runtime.LoadClient;
import comparison.harness.runtime.RunningVariant;
import comparison.harness.runtime.Testbed;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Optional;
import java.util.concurrent.TimeUnit;

/** A freshly started variant that gets the same load again and again. Used by one thread. */
public final class Subject implements AutoCloseable {

    /**
     * What one load took.
     *
     * @param from its begin
     * @param to its end
     * @param requests sent
     * @param errors among them
     * @param cpuMicros processor time of the server per request; nothing where it cannot be read
     */
    public record Loaded(Instant from, Instant to, long requests, long errors, Optional<Double> cpuMicros) {}

    private final Variant variant;
    private final RunningVariant running;
    private final LoadClient client;
    private final LoadOrder order;
    private final Path samples;

    private Subject(Variant variant, RunningVariant running, LoadClient client, LoadOrder order, Path samples) {
        this.variant = variant;
        this.running = running;
        this.client = client;
        this.order = order;
        this.samples = samples;
    }

    /**
     * Starts it with an empty table.
     *
     * @param folder where its {@code app.log} goes
     */
    public static Subject start(Testbed testbed, Variant variant, LoadClient client, LoadOrder order, Path folder) {
        testbed.resetTable();
        Path samples = folder.resolve("samples.jtl").toAbsolutePath();
        return new Subject(variant, testbed.start(variant, folder.resolve("app.log")), client, order, samples);
    }

    /** Sends one load; its samples are counted and deleted. */
    public Loaded load() {
        Optional<Long> before = cpuNanos();
        Instant from = Instant.now();
        Sent sent = send();
        Instant to = Instant.now();
        Optional<Double> micros = before.flatMap(earlier -> cpuNanos()
                .map(later ->
                        (later - earlier) / (double) TimeUnit.MICROSECONDS.toNanos(1) / Math.max(1, sent.samples())));
        return new Loaded(from, to, sent.samples(), sent.errors(), micros);
    }

    private Sent send() {
        try {
            return client.load(running, order, samples);
        } finally {
            Disk.attempt("delete " + samples, () -> Files.deleteIfExists(samples));
        }
    }

    private Optional<Long> cpuNanos() {
        try {
            return Optional.of(running.meter().read().cpuNanos());
        } catch (IOException e) {
            return Optional.empty();
        }
    }

    /** Returns the id of its process. */
    public long pid() {
        return running.process().map(ProcessHandle::pid).orElseThrow(this::unseen);
    }

    /** Returns the address of its page of metrics, where there may be none. */
    public URI metrics() {
        return running.management().orElseThrow(this::unseen).resolve("/actuator/prometheus");
    }

    private Fault unseen() {
        return Fault.missing(
                "The server of %s cannot be seen from here. Use the runtime process.".formatted(variant.id()));
    }

    /** Ends the server. */
    @Override
    public void close() {
        running.close();
    }

    /**
     * Complains if requests failed: what a server that answers wrongly needs is no figure of one that works.
     *
     * @throws Fault of kind BROKEN
     */
    public static void requireAnswers(long errors, long requests) {
        if (errors > 0) {
            throw Fault.broken(
                    "%d of %d requests failed, so the figures above are not those of a server that works. Its log is beside them."
                            .formatted(errors, requests));
        }
    }
}
