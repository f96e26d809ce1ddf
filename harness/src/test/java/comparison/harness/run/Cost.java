package comparison.harness.run;

import comparison.harness.Fault;
import comparison.harness.probe.HotSpot;
import comparison.harness.probe.Meter;
import comparison.harness.probe.Probe;
import comparison.harness.probe.Sampling;
import comparison.harness.record.Disk;
import comparison.harness.record.Jvm;
import comparison.harness.record.Load.Sent;
import comparison.harness.workload.Phase;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.TimeUnit;

/**
 * What a load cost.
 *
 * @param seconds from the start of the first request to the end of the last
 * @param server CPU time per request in µs, as all of these
 * @param jitShare CPU time of the JIT compilers / CPU time of the server
 * @param queues a {@link CompileQueue#summary}
 */
record Cost(
        long requests, double seconds, double server, double database, double client, double jitShare, String queues) {

    static final String HEADER =
            "load  requests  req/s  server  database  client  server/(database+client)  JIT %  " + CompileQueue.HEADER;

    private static final double NANOS_PER_MICRO = TimeUnit.MICROSECONDS.toNanos(1);
    private static final double MILLIS_PER_SECOND = TimeUnit.SECONDS.toMillis(1);

    /**
     * Sends a load with nothing but readings around it, so that the next one can follow at once.
     *
     * @param loops of each client thread
     * @param number of the load, for its raw file
     */
    static Cost of(Trial.Sender sender, Trial.Server server, Probe.Source<CompileQueue> queue, int loops, int number) {
        Path folder = server.folder().load(Phase.WARM).path();
        Path queues = folder.resolve("queue-%d.csv".formatted(number));
        Path samples = folder.resolve("samples.csv");
        Disk.attempt("make " + folder, () -> Files.createDirectories(folder));
        List<Meter> meters = List.of(
                server.running().meter(),
                sender.testbed().databaseMeter(),
                sender.client().meter());
        Sampling sampling = Sampling.of(List.of(new Probe<>(CompileQueue.SERIES, queue, queues)));
        Jvm jvmBefore;
        List<Long> before;
        Sent sent;
        List<Long> after;
        Jvm jvmAfter;
        try (sampling) {
            jvmBefore = server.running().jvm();
            before = meters.stream().map(Trial::cpuNanos).toList();
            sent = sender.client().load(server.running(), sender.order().closed(loops), samples);
            after = meters.stream().map(Trial::cpuNanos).toList();
            jvmAfter = server.running().jvm();
        }
        Disk.attempt("delete " + samples, () -> Files.deleteIfExists(samples));
        if (sent.errors() > 0) {
            throw Fault.broken("%d of %d requests failed.".formatted(sent.errors(), sent.samples()));
        }
        double perRequest = NANOS_PER_MICRO * sent.samples();
        Double jitShare = HotSpot.jitShare(jvmBefore, jvmAfter, after.get(0) - before.get(0));
        return new Cost(
                sent.samples(),
                (sent.lastMillis() - sent.firstMillis()) / MILLIS_PER_SECOND,
                (after.get(0) - before.get(0)) / perRequest,
                (after.get(1) - before.get(1)) / perRequest,
                (after.get(2) - before.get(2)) / perRequest,
                Objects.requireNonNullElse(jitShare, 0.0),
                CompileQueue.summary(queues));
    }

    /** The server's cost relative to that of client and database, which a slow machine raises alike. */
    double relative() {
        return server / (database + client);
    }

    /** Returns the fields of {@link #HEADER} after the first. */
    String line() {
        return "%8d  %5.0f  %6.1f  %8.1f  %6.1f  %24.3f  %5.2f  %s"
                .formatted(requests, requests / seconds, server, database, client, relative(), jitShare * 100, queues);
    }
}
