package comparison.harness.report;

import comparison.harness.plan.Plan;
import comparison.harness.plan.Variant;
import comparison.harness.record.Environment;
import comparison.harness.record.Invocation;
import comparison.harness.record.Json;
import comparison.harness.record.Jvm;
import comparison.harness.record.Load;
import comparison.harness.record.RunFolder;
import comparison.harness.record.Startup;
import comparison.harness.record.Steady;
import comparison.harness.record.Work;
import comparison.harness.workload.Loops;
import comparison.harness.workload.Phase;
import java.io.IOException;
import java.io.OutputStreamWriter;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.SplittableRandom;
import java.util.zip.GZIPOutputStream;

/**
 * Raw files as a run leaves them, made from a seed: a closed loop of threads, response times with a long tail, a noise of 2 %
 * per fresh start and a drift of the machine that falls on all variants of a round. Faults can be planted.
 */
public final class SampleRun {

    private static final List<String> OPERATIONS = List.of("Create", "Read", "Update", "Delete");
    private static final long BEGIN = 1_790_000_000_000L;
    private static final double NOISE = 0.02;

    public static final Load.CpuTime NO_CPU = new Load.CpuTime(null, null, null, null);
    public static final Load.Pressure NO_PRESSURE = new Load.Pressure(null, null, null, null);
    public static final Jvm UNREAD = Jvm.missing("not read");
    public static final Load.Client UNBOUND = new Load.Client(1, null, null, null, null, false, null);

    /**
     * How a variant behaves.
     *
     * @param variant id
     * @param millis mean response time when warm
     * @param cpuMicros CPU time per request when warm
     * @param startSeconds to the first answer
     * @param mebibytes of anonymous memory under load
     * @param dropped every how many-th sample is lost; 0 for none
     * @param diesAtHalf whether the server dies in the middle of the warm load
     */
    public record Behaviour(
            String variant,
            double millis,
            double cpuMicros,
            double startSeconds,
            double mebibytes,
            int dropped,
            boolean diesAtHalf) {

        public static Behaviour of(
                String variant, double millis, double cpuMicros, double startSeconds, double mebibytes) {
            return new Behaviour(variant, millis, cpuMicros, startSeconds, mebibytes, 0, false);
        }
    }

    private final RunFolder run;
    private final int threads;
    private final int loops;
    private final Random random;

    private SampleRun(RunFolder run, int threads, int loops, long seed) {
        this.run = run;
        this.threads = threads;
        this.loops = loops;
        this.random = new Random(seed);
    }

    /** Writes a run of these variants. */
    public static RunFolder write(
            Path folder, List<Behaviour> behaviours, int starts, int threads, int loops, long seed) throws IOException {
        RunFolder run = new RunFolder(Files.createDirectories(folder));
        List<Variant> variants = behaviours.stream().map(SampleRun::variant).toList();
        Plan plan = Plan.draw(
                "article", variants, List.of(new Loops(threads, loops)), List.of(Phase.COLD, Phase.WARM), starts, seed);
        Json.write(run.plan(), plan);
        Json.write(run.environment(), environment());
        for (Variant variant : variants) {
            Json.write(run.discardedStart(variant.id()).work(), new Work(1, 1, Map.of(), variant.id(), List.of()));
        }
        SampleRun writer = new SampleRun(run, threads, loops, seed);
        double[] drift = writer.random.doubles(starts, 0.95, 1.05).toArray();
        for (Plan.Slot slot : plan.order()) {
            Behaviour behaviour = behaviours.stream()
                    .filter(b -> b.variant().equals(slot.variant()))
                    .findFirst()
                    .orElseThrow();
            writer.invocation(slot, behaviour, drift[slot.invocation() - 1]);
        }
        return run;
    }

    private static Variant variant(Behaviour behaviour) {
        String id = behaviour.variant();
        String app = id.startsWith("sprout") ? "sprout-app" : id.startsWith("servlet") ? "servlet-app" : "webflux-app";
        String stack = id.startsWith("sprout") ? "Sprout" : id.startsWith("servlet") ? "Servlet" : "WebFlux";
        String threads = id.endsWith("virtual") ? "virtual" : "platform";
        return new Variant(id, stack, "jvm", app, app + ".jar", app, Map.of("THREADS", threads));
    }

    private double noise() {
        return Math.exp(NOISE * random.nextGaussian());
    }

    private void invocation(Plan.Slot slot, Behaviour b, double drift) throws IOException {
        RunFolder.InvocationFolder folder = run.invocation(slot);
        Json.write(
                folder.outcome(),
                new Invocation(!b.diesAtHalf(), b.diesAtHalf() ? "the variant ended with code 137" : null));
        Json.write(folder.startup(), new Startup(2, "spawn", b.startSeconds() * drift * noise(), 200, null, null));
        double memory = b.mebibytes() * (1 << 20) * noise();
        readings(folder.atRest(), BEGIN, 5, memory / 2, 0);
        Json.write(folder.steady(), new Steady(Steady.SCHEMA_VERSION, "as it is made", true, null, List.of()));
        double speed = drift * noise();
        for (Phase scenario : List.of(Phase.COLD, Phase.WARM)) {
            load(folder.load(scenario), b, scenario, speed * noise(), memory * noise());
        }
    }

    private void load(RunFolder.LoadFolder folder, Behaviour b, Phase scenario, double speed, double memory)
            throws IOException {
        boolean cold = scenario == Phase.COLD;
        boolean dies = b.diesAtHalf() && !cold;
        Files.createDirectories(folder.path());
        long millis = samples(folder.samples(), b, cold, speed, dies);
        long count = (long) threads * loops * OPERATIONS.size();
        double cpu = b.cpuMicros() * (cold ? 2 : 1) * speed * noise() * count * 1000;
        readings(folder.resources("server"), BEGIN, millis, memory, cpu);
        readings(folder.resources("database"), BEGIN, millis, memory, cpu / 2);
        readings(folder.resources("client"), BEGIN, millis, memory, cpu / 2);
        if (!dies) {
            Json.write(
                    folder.facts(),
                    facts(millis / 1000.0, 0, Math.round(cpu), Math.round(cpu / 2), Math.round(cpu / 2)));
        }
    }

    /** A load of which only these fields are known; the processor times are in ns. */
    static Load facts(double seconds, long rowsLeft, long server, long database, long client) {
        return load(
                seconds,
                rowsLeft,
                new Load.CpuTime(server, database, client, null),
                NO_PRESSURE,
                UNREAD,
                UNREAD,
                UNBOUND,
                Map.of());
    }

    /** A load of which only these fields are known. */
    public static Load load(
            double seconds,
            long rowsLeft,
            Load.CpuTime cpu,
            Load.Pressure pressure,
            Jvm before,
            Jvm after,
            Load.Client client,
            Map<String, Long> statements) {
        return new Load(
                Load.SCHEMA_VERSION,
                "figures",
                "2026-01-02T03:04:05Z",
                seconds,
                rowsLeft,
                0,
                new Load.Sent("jmeter", "closed", 1, 100, 0, 0, 0, 0, null, null),
                cpu,
                pressure,
                before,
                after,
                client,
                statements,
                Map.of());
    }

    /** Returns how long the load took. */
    private long samples(Path file, Behaviour b, boolean cold, double speed, boolean dies) throws IOException {
        SplittableRandom times = new SplittableRandom(random.nextLong());
        double[] clocks = new double[threads];
        int half = dies ? loops / 2 : loops;
        int number = 0;
        List<long[]> rows = new ArrayList<>();
        for (int loop = 0; loop < half; loop++) {
            double warming = cold ? 1 + 4 * Math.exp(-6.0 * loop / loops) : 1;
            for (int operation = 0; operation < OPERATIONS.size(); operation++) {
                for (int thread = 0; thread < threads; thread++) {
                    double took = -Math.log(1 - times.nextDouble()) * b.millis() * speed * warming;
                    took += times.nextInt(400) == 0 ? 20 * b.millis() : 0;
                    if (b.dropped() == 0 || ++number % b.dropped() != 0) {
                        rows.add(new long[] {BEGIN + Math.round(clocks[thread]), Math.round(took), operation});
                    }
                    clocks[thread] += took;
                }
            }
        }
        // JMeter writes a sample when it has ended.
        rows.sort(Comparator.comparingLong(row -> row[0] + row[1]));
        try (Writer text =
                new OutputStreamWriter(new GZIPOutputStream(Files.newOutputStream(file)), StandardCharsets.UTF_8)) {
            text.write("timeStamp,elapsed,label,responseCode,success,failureMessage\n");
            for (long[] row : rows) {
                text.write(row[0] + "," + row[1] + "," + OPERATIONS.get((int) row[2]) + ",200,true,\n");
            }
        }
        double longest = 0;
        for (double clock : clocks) {
            longest = Math.max(longest, clock);
        }
        return Math.max(1, Math.round(longest));
    }

    private static void readings(Path file, long begin, long millis, double memory, double cpuNanos)
            throws IOException {
        Files.createDirectories(file.getParent());
        StringBuilder lines = new StringBuilder("atMillis,anonBytes,fileBytes,peakBytes,cpuNanos\n");
        int steps = Math.clamp(millis / 200, 2, 200);
        for (int i = 0; i <= steps; i++) {
            double part = (double) i / steps;
            lines.append("%d,%d,%d,%d,%d\n"
                    .formatted(
                            begin + Math.round(part * millis),
                            Math.round(memory * (0.7 + 0.3 * Math.sqrt(part))),
                            1_000_000,
                            Math.round(memory * 1.1),
                            Math.round(part * cpuNanos)));
        }
        Files.writeString(file, lines);
    }

    static Environment environment() {
        return new Environment(
                2,
                "2026-01-02T03:04:05Z",
                "docker",
                "asked for",
                List.of("server: 2 CPUs", "database: 2 CPUs"),
                "control groups",
                "OpenJDK 25",
                List.of("-XX:+UseSerialGC"),
                null,
                "JMeter 5.6.3",
                "PostgreSQL 18",
                new Environment.Machine("A processor", null, null, null, null, 2, 8L << 30, "Linux 6", "Debian"),
                "0123456789ab",
                0.25,
                Map.of(),
                null);
    }
}
