package comparison.lab.engine;

import comparison.harness.Fault;
import comparison.harness.record.Disk;
import comparison.harness.record.Json;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.function.Consumer;

/**
 * Measures as planned and writes every figure to disk before the next load begins. Used by one thread.
 *
 * @param jar of the peers, built
 * @param folder of the run, for raw files
 */
record EngineRun(EnginePlan plan, Path jar, Path folder, Wrk wrk, Consumer<String> progress) {

    /** The first load of a fresh server, in which the compilers finish their work. */
    private static final EnginePlan.Shape WARM_UP = new EnginePlan.Shape(32, 1);

    /** Far longer than a start or an answer takes on a busy machine; a server that is silent for so long hangs. */
    private static final Duration PATIENCE = Duration.ofMinutes(1);

    /** Measures everything. If a server fails, its cells are marked as failed, and the others are measured. */
    List<Measurement> run() {
        Json.write(folder.resolve("plan.json"), plan);
        List<Measurement> all = new ArrayList<>();
        for (int round = 1; round <= plan.rounds(); round++) {
            for (String server : plan.order().get(round - 1)) {
                progress.accept("round %d of %d: %s".formatted(round, plan.rounds(), server));
                measure(server, round, all);
            }
        }
        return all;
    }

    private void measure(String server, int round, List<Measurement> all) {
        Path raw = folder.resolve("raw").resolve(Integer.toString(round)).resolve(server);
        Deque<EnginePlan.Shape> left = new ArrayDeque<>(plan.shapes());
        try (ServerProcess process =
                ServerProcess.start(jar, plan.jvmFlags(), server, raw.resolve("server.log"), PATIENCE)) {
            warmUp(process);
            while (!left.isEmpty()) {
                all.add(measure(process, server, round, left.getFirst(), raw));
                left.removeFirst();
            }
        } catch (Fault fault) {
            progress.accept("%s: %s".formatted(server, fault.line()));
            // A fault of this write ends the run, because the disk is full or read-only.
            left.forEach(shape -> all.add(written(Measurement.failed(server, round, shape, fault.line()), raw)));
        }
    }

    /** Warms the code of each shape. Otherwise it would be compiled while the shape is measured. */
    private void warmUp(ServerProcess process) {
        wrk.run(process.port(), plan.route(), WARM_UP, plan.warmUpSeconds());
        for (EnginePlan.Shape shape : plan.shapes()) {
            wrk.run(process.port(), plan.route(), shape, EnginePlan.SHAPE_WARM_UP_SECONDS);
        }
    }

    private Measurement measure(ServerProcess process, String server, int round, EnginePlan.Shape shape, Path raw) {
        ServerProcess.Reading before = process.read();
        String output = wrk.run(process.port(), plan.route(), shape, plan.seconds());
        ServerProcess.Reading after = process.read();
        Measurement measured = new Measurement(
                server,
                round,
                shape,
                Wrk.count(output).orElse(null),
                after.userMicros() - before.userMicros(),
                after.systemMicros() - before.systemMicros(),
                after.allocatedBytes() - before.allocatedBytes(),
                after.peakBytes(),
                null);
        Disk.write(raw.resolve(shape + ".txt"), output + "\n");
        return written(measured, raw);
    }

    private static Measurement written(Measurement measurement, Path raw) {
        Json.write(raw.resolve(measurement.shape() + ".json"), measurement);
        return measurement;
    }
}
