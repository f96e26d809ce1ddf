package comparison.lab.study;

import comparison.harness.Fault;
import comparison.harness.load.LoadOrder;
import comparison.harness.plan.TableState;
import comparison.harness.plan.Variant;
import comparison.harness.record.Disk;
import comparison.harness.record.Load.Sent;
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

/** A freshly started variant that receives the same load repeatedly. Used by one thread. */
public final class Subject implements AutoCloseable {

    /**
     * The result of one load.
     *
     * @param from its beginning
     * @param to its end
     * @param requests sent
     * @param errors among them
     * @param cpuMicros CPU time of the server per request; empty if it cannot be read
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
     * Empties the table and starts a variant.
     *
     * @param folder for its {@code app.log}
     */
    public static Subject start(Testbed testbed, Variant variant, LoadClient client, LoadOrder order, Path folder) {
        testbed.resetTable(TableState.PEOPLE);
        Path samples = folder.resolve("samples.jtl").toAbsolutePath();
        return new Subject(variant, testbed.start(variant, folder.resolve("app.log")), client, order, samples);
    }

    /** Sends one load. Deletes the samples after they have been counted. */
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

    /**
     * Returns the id of its process.
     *
     * @throws Fault of kind MISSING if the process is not visible here
     */
    public long pid() {
        return running.process().map(ProcessHandle::pid).orElseThrow(this::unseen);
    }

    /**
     * Returns the address of its metrics page, which may not exist.
     *
     * @throws Fault of kind MISSING if it has no management endpoints
     */
    public URI metrics() {
        return running.management().orElseThrow(this::unseen).resolve("/actuator/prometheus");
    }

    private Fault unseen() {
        return Fault.missing(
                "The server of %s cannot be seen from here. Use the runtime process.".formatted(variant.id()));
    }

    @Override
    public void close() {
        running.close();
    }

    /**
     * Verifies that all requests succeeded. The cost of a server with errors says nothing about one that works.
     *
     * @throws Fault of kind BROKEN if requests failed
     */
    public static void requireAnswers(long errors, long requests) {
        if (errors > 0) {
            throw Fault.broken(
                    "%d of %d requests failed, so the figures above are not those of a server that works. Its log is in the same folder."
                            .formatted(errors, requests));
        }
    }
}
