package comparison.harness.metric;

import comparison.harness.Fault;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * One metric. This is the only place that gives metrics a name, a unit or a number of digits: tables, cards, charts, files,
 * verdicts, requirements, comparisons and the history of runs select from {@link #all()}.
 *
 * @param key in summary.json and figures.csv, where values are in the unit that the key ends with
 * @param name short name on the command line; empty if it has none
 * @param title for a person
 * @param unit in which people read it; empty for a count
 * @param scale from the unit of the files to it
 * @param digits after the decimal point
 * @param direction which values are better
 * @param source what yields it
 */
public record Metric(
        String key,
        String name,
        String title,
        String unit,
        double scale,
        int digits,
        Direction direction,
        Source source) {

    private static final String TOTAL = "total";
    private static final String SECONDS = "s";
    private static final String MILLIS = "ms";
    private static final String PER_SECOND = "req/s";
    private static final double MIB = 1.0 / (1 << 20);
    private static final double PERCENT = 100;

    /** Seconds to the first answer from the database. */
    public static final Metric STARTUP = start("startup.seconds", "startup", "Startup");

    /** What the application's own log says of it. */
    public static final Metric STARTUP_OWN = start("startup.ownSeconds", "", "Startup by its own log");

    /** What the container engine needed before the clock started. */
    public static final Metric STARTUP_ENGINE = start("startup.engineSeconds", "", "Container start");

    /** Anonymous and shared memory after the start. */
    public static final Metric MEMORY_AT_REST = bytes("memory.atRest.anonBytes", "", "Memory at rest", Source.START);

    /** Pages of files after the start. */
    public static final Metric FILES_AT_REST = bytes("memory.atRest.fileBytes", "", "Files at rest", Source.START);

    /** The most anonymous and shared memory under load. */
    public static final Metric MEMORY = bytes("memory.underLoad.anonBytes", "memory", "Memory", Source.SERVER);

    /** The most pages of files under load. */
    public static final Metric FILES = bytes("memory.underLoad.fileBytes", "", "Files", Source.SERVER);

    /** The most of all memory, as the kernel recorded it. */
    public static final Metric PEAK = bytes("memory.underLoad.peakBytes", "", "Peak of all memory", Source.SERVER);

    /** The most in the Java heap under load. */
    public static final Metric HEAP = bytes("heap.underLoad.usedBytes", "", "Heap peak", Source.SERVER);

    /** The most that the Java heap had of the system under load. */
    public static final Metric HEAP_CAPACITY =
            bytes("heap.underLoad.capacityBytes", "", "Heap capacity", Source.SERVER);

    /** Processor time of the server for a thousand requests. */
    public static final Metric CPU = cpu("server", "cpu", "CPU per 1000", Source.SERVER);

    /** Processor time of the database for a thousand requests. */
    public static final Metric CPU_DATABASE = cpu("database", "", "CPU per 1000, database", Source.SURROUNDINGS);

    /** Processor time of the client for a thousand requests. */
    public static final Metric CPU_CLIENT = cpu("client", "", "CPU per 1000, client", Source.SURROUNDINGS);

    /** Requests per second of a load, of all operations. */
    public static final Metric THROUGHPUT = throughput(TOTAL);

    /** 99th percentile of all response times of a load. */
    public static final Metric P99 = latency(TOTAL, Percentile.P99);

    /** Mean of all response times of a simulation. */
    public static final Metric MEAN = time("latency.total.meanMillis", "Mean");

    /** 95th percentile of all response times of a simulation. */
    public static final Metric P95 = time("latency.total.p95Millis", "p95");

    /** How much later than due 99 of 100 requests of a schedule were sent at most. */
    public static final Metric LATE = time("late.p99Millis", "Sent late, p99");

    /** The most requests of a simulation at once. */
    public static final Metric MOST_IN_FLIGHT =
            new Metric("inFlight.most", "", "Most in flight", "", 1, 0, Direction.NEITHER, Source.SAMPLES);

    /** Mean number of requests in flight. */
    public static final Metric IN_FLIGHT =
            new Metric("inFlight", "", "In flight", "", 1, 1, Direction.NEITHER, Source.SAMPLES);

    /** Requests that failed; of a cell, not of a start. */
    public static final Metric ERRORS =
            new Metric("errors", "errors", "Errors", "", 1, 0, Direction.LESS, Source.SAMPLES);

    /** Successful requests. */
    public static final Metric SUCCESS =
            new Metric("success.percent", "", "Success", "%", 1, 2, Direction.MORE, Source.SAMPLES);

    /** From the first request of a load to the end of the last. */
    public static final Metric LOAD_SECONDS =
            new Metric("load.seconds", "", "Duration", SECONDS, 1, 1, Direction.NEITHER, Source.SAMPLES);

    /** When the last request that failed was sent, since the load began. */
    public static final Metric LAST_FAILURE =
            new Metric("lastFailure.seconds", "", "Last failure", SECONDS, 1, 1, Direction.SOONER, Source.SAMPLES);

    /** Collections during a load. */
    public static final Metric GC_COUNT = jvm("gc.count", "Collections", "", 1, 0);

    /** Time in them. */
    public static final Metric GC_PAUSE = jvm("gc.pauseMillis", "Time in collections", MILLIS, 1, 1);

    /** Their part of the time of the load. */
    public static final Metric GC_SHARE = jvm("gc.pauseShare", "Share of the load's time", "%", PERCENT, 2);

    /** What the last collection left in the heap. */
    public static final Metric HEAP_AFTER = jvm("jvm.heapUsedBytes", "Heap after the load", "MiB", MIB, 0);

    /** Time that the compilers worked / processor time of the server: they are in it, but waited for a processor too. */
    public static final Metric JIT_SHARE = jvm("jit.share", "JIT compilers' share of the CPU", "%", PERCENT, 1);

    /** Time of the client's processors for a request. */
    public static final Metric CLIENT_CPU = new Metric(
            "client.cpuMicrosPerRequest",
            "",
            "Client's CPU per request",
            "µs",
            1,
            0,
            Direction.NEITHER,
            Source.SURROUNDINGS);

    /** Throughput / what the client reaches on the stub. */
    public static final Metric CLIENT_SHARE = share("client.shareOfCeiling", "Share of the client's ceiling");

    /** Processor time of the server / all that the machine worked in during a load. */
    public static final Metric SHARE_SERVER = used("server", "Server's share of the CPU used");

    /** The same of the database. */
    public static final Metric SHARE_DATABASE = used("database", "Database's share of the CPU used");

    /** The same of the client. */
    public static final Metric SHARE_CLIENT = used("client", "Client's share of the CPU used");

    /** What the hypervisor took of all processor time. */
    public static final Metric STEAL = share("machine.stealShare", "Steal");

    /** Load time until throughput was steady. */
    public static final Metric STEADY = start("steady.seconds", "", "Time to steady");

    private static final List<Metric> ALL = registered();

    /** Which part of all response times is at most the value. */
    public enum Percentile {
        /** Half of them. */
        P50("p50"),
        /** Nine of ten. */
        P90("p90"),
        /** 99 of 100. */
        P99("p99"),
        /** 999 of 1000. */
        P999("p99.9"),
        /** All of them. */
        MAX("max");

        private final String label;

        Percentile(String label) {
            this.label = label;
        }

        private String part() {
            return name().toLowerCase(Locale.ROOT);
        }
    }

    private static Metric time(String key, String title) {
        return new Metric(key, "", title, MILLIS, 1, 0, Direction.SOONER, Source.SAMPLES);
    }

    private static Metric start(String key, String name, String title) {
        return new Metric(key, name, title, SECONDS, 1, 3, Direction.SOONER, Source.START);
    }

    private static Metric bytes(String key, String name, String title, Source source) {
        return new Metric(key, name, title, "MiB", MIB, 0, Direction.LESS, source);
    }

    private static Metric cpu(String of, String name, String title, Source source) {
        return new Metric("cpuSecondsPer1000." + of, name, title, MILLIS, 1000, 0, Direction.LESS, source);
    }

    private static Metric jvm(String key, String title, String unit, double scale, int digits) {
        return new Metric(key, "", title, unit, scale, digits, Direction.LESS, Source.JVM);
    }

    private static Metric used(String by, String title) {
        return new Metric("cpuShare." + by, "", title, "%", PERCENT, 0, Direction.NEITHER, Source.SURROUNDINGS);
    }

    private static Metric share(String key, String title) {
        return new Metric(key, "", title, "%", PERCENT, 1, Direction.NEITHER, Source.SURROUNDINGS);
    }

    /** Returns requests per second of one operation, such as {@code read}, or of all: {@code total}. */
    public static Metric throughput(String operation) {
        boolean total = operation.equals(TOTAL);
        return new Metric(
                "throughput." + operation,
                total ? "throughput" : "",
                capital(operation),
                PER_SECOND,
                1,
                0,
                Direction.MORE,
                Source.SAMPLES);
    }

    /** Returns a percentile of the response times of one operation, or of all: {@code total}. */
    public static Metric latency(String operation, Percentile percentile) {
        boolean total = operation.equals(TOTAL);
        return new Metric(
                "latency.%s.%sMillis".formatted(operation, percentile.part()),
                total ? percentile.label : "",
                total ? percentile.label : capital(operation) + " " + percentile.label,
                MILLIS,
                1,
                0,
                Direction.SOONER,
                Source.SAMPLES);
    }

    private static String capital(String word) {
        return word.substring(0, 1).toUpperCase(Locale.ROOT) + word.substring(1);
    }

    private static List<Metric> registered() {
        List<Metric> all = new ArrayList<>();
        for (var field : Metric.class.getFields()) {
            if (field.getType() == Metric.class) {
                all.add(constant(field));
            }
        }
        for (String operation : List.of("create", "read", "update", "delete", TOTAL)) {
            all.add(throughput(operation));
            Stream.of(Percentile.values())
                    .map(percentile -> latency(operation, percentile))
                    .forEach(all::add);
        }
        return all.stream().distinct().toList();
    }

    private static Metric constant(java.lang.reflect.Field field) {
        try {
            return (Metric) Objects.requireNonNull(field.get(null));
        } catch (IllegalAccessException e) {
            throw new IllegalStateException(e);
        }
    }

    /** Returns all there are. */
    public static List<Metric> all() {
        return ALL;
    }

    /** Returns those of one source. */
    public static List<Metric> of(Source source) {
        return ALL.stream().filter(metric -> metric.source() == source).toList();
    }

    /**
     * Returns the metric of that short name or key.
     *
     * @throws Fault of kind BAD_INPUT if there is none; it lists the short names
     */
    public static Metric named(String wanted) {
        Optional<Metric> found = ALL.stream()
                .filter(metric -> !wanted.isEmpty()
                        && (metric.name().equals(wanted) || metric.key().equals(wanted)))
                .findFirst();
        return found.orElseThrow(() -> Fault.badInput(
                "Unknown metric '%s'. Valid: %s, and each figure of summary.json.".formatted(wanted, names())));
    }

    /** Returns the short names in a line. */
    public static String names() {
        return ALL.stream()
                .map(Metric::name)
                .filter(name -> !name.isEmpty())
                .sorted()
                .collect(Collectors.joining(", "));
    }

    /** Returns title and unit, for the head of a column. */
    public String heading() {
        return unit.isEmpty() ? title : "%s (%s)".formatted(title, unit);
    }

    /** Returns a value of the files in the metric's unit and digits. */
    public String text(double value) {
        return String.format(Locale.ROOT, "%." + digits + "f", value * scale);
    }

    /** Returns the same with the unit. */
    public String withUnit(double value) {
        return unit.isEmpty() ? text(value) : text(value) + " " + unit;
    }
}
