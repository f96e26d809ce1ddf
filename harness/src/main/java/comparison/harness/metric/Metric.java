package comparison.harness.metric;

import comparison.harness.Fault;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * A metric. This class is the only place that gives metrics a name, a unit or a number of digits: tables, cards,
 * charts, files, verdicts, requirements and comparisons select from {@link #all()}.
 *
 * @param key in summary.json and figures.csv; values there are in the unit that the key ends with
 * @param name short name on the command line; empty if it has none
 * @param title for readers
 * @param unit for readers; empty for a count
 * @param scale factor from the unit of the files to {@code unit}
 * @param digits after the decimal point; {@link #SIGNIFICANT} for three significant ones
 * @param direction which values are better
 * @param source where it comes from
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
    private static final String RATE_OF = "throughput.";
    private static final String SECONDS = "s";
    private static final String MILLIS = "ms";
    private static final String PER_SECOND = "req/s";
    private static final int SIGNIFICANT = -1;
    private static final double MIB = 1.0 / (1 << 20);
    private static final double PERCENT = 100;

    /** Seconds from the start of the process or container to the first answer from the database. */
    public static final Metric STARTUP = start("startup.seconds", "startup", "Start-up");

    /** Start-up time that the application's own log reports. */
    public static final Metric STARTUP_OWN = start("startup.ownSeconds", "", "Start-up by its own log");

    /** Time that the container engine needed before the clock of {@link #STARTUP} started. */
    public static final Metric STARTUP_ENGINE = start("startup.engineSeconds", "", "Container start");

    /** Anonymous and shared memory at the end of the rest after the start. */
    public static final Metric MEMORY_AT_REST = bytes("memory.atRest.anonBytes", "", "Memory at rest", Source.START);

    /** Memory of file pages, such as classes and libraries, at the end of the rest after the start. */
    public static final Metric FILES_AT_REST = bytes("memory.atRest.fileBytes", "", "Files at rest", Source.START);

    /** Highest anonymous and shared memory of all readings in the loads of a start until the end of this one. */
    public static final Metric MEMORY = bytes("memory.underLoad.anonBytes", "memory", "Peak memory", Source.SERVER);

    /** Highest memory of file pages of the same readings. */
    public static final Metric FILES = bytes("memory.underLoad.fileBytes", "", "Files", Source.SERVER);

    /** Highest total memory that the kernel recorded, since the start of the server. */
    public static final Metric PEAK = bytes("memory.underLoad.peakBytes", "", "Peak of all memory", Source.SERVER);

    /** Highest used Java heap of all readings under load. */
    public static final Metric HEAP = bytes("heap.underLoad.usedBytes", "", "Heap peak", Source.SERVER);

    /** Highest Java heap that was reserved from the system, of all readings under load. */
    public static final Metric HEAP_CAPACITY =
            bytes("heap.underLoad.capacityBytes", "", "Heap capacity", Source.SERVER);

    /** CPU time of the server per 1000 requests. */
    public static final Metric CPU = cpu("server", "cpu", "CPU per 1000 requests", Source.SERVER);

    /** CPU time of the database per 1000 requests. */
    public static final Metric CPU_DATABASE =
            cpu("database", "", "CPU per 1000 requests, database", Source.SURROUNDINGS);

    /** The sum of {@link #CPU} and {@link #CPU_DATABASE}, start by start. */
    public static final Metric CPU_WITH_DATABASE =
            cpu("serverAndDatabase", "", "CPU per 1000 requests, server and database", Source.SURROUNDINGS);

    /** CPU time of the client per 1000 requests. */
    public static final Metric CPU_CLIENT = cpu("client", "", "CPU per 1000 requests, client", Source.SURROUNDINGS);

    /** Requests per second of a load, over all operations. */
    public static final Metric THROUGHPUT = throughput(TOTAL);

    /** 99th percentile of the response times of a load, over all operations. */
    public static final Metric P99 = latency(TOTAL, Percentile.P99);

    /** Mean response time of a simulation. */
    public static final Metric MEAN = time("latency.total.meanMillis", "Mean");

    /** 95th percentile of the response times of a simulation. */
    public static final Metric P95 = time("latency.total.p95Millis", "p95");

    /** 99th percentile of how much later than due the requests of a schedule were sent. */
    public static final Metric LATE = time("late.p99Millis", "Sent late, p99");

    /** Largest number of simultaneous requests of a simulation. */
    public static final Metric MOST_IN_FLIGHT =
            new Metric("inFlight.most", "", "Most in flight", "", 1, 0, Direction.NEITHER, Source.SAMPLES);

    /** Mean number of requests in flight, by Little's law. */
    public static final Metric IN_FLIGHT =
            new Metric("inFlight", "", "In flight", "", 1, 1, Direction.NEITHER, Source.SAMPLES);

    /** Number of failed requests; known for a cell, not for a start. */
    public static final Metric ERRORS =
            new Metric("errors", "errors", "Errors", "", 1, 0, Direction.LESS, Source.SAMPLES);

    /** Share of successful requests of a simulation. */
    public static final Metric SUCCESS =
            new Metric("success.percent", "", "Success", "%", 1, 2, Direction.MORE, Source.SAMPLES);

    /** Time from the start of the first request to the end of the last one. */
    public static final Metric LOAD_SECONDS =
            new Metric("load.seconds", "", "Duration", SECONDS, 1, 1, Direction.NEITHER, Source.SAMPLES);

    /** Time from the beginning of the load until the last failed request was sent. */
    public static final Metric LAST_FAILURE =
            new Metric("lastFailure.seconds", "", "Last failure", SECONDS, 1, 1, Direction.SOONER, Source.SAMPLES);

    /** Number of collections during a load. */
    public static final Metric GC_COUNT = jvm("gc.count", "Collections", "", 1, 0);

    /** Time in collections during a load. */
    public static final Metric GC_PAUSE = jvm("gc.pauseMillis", "Time in collections", MILLIS, 1, 1);

    /** Time in collections / duration of the load. */
    public static final Metric GC_SHARE = jvm("gc.pauseShare", "Share of the load's time", "%", PERCENT, 2);

    /** Used heap after a load, as the JVM last counted it. */
    public static final Metric HEAP_AFTER = jvm("jvm.heapUsedBytes", "Heap after the load", "MiB", MIB, 0);

    /** CPU time of the JIT compilers / CPU time of the server, which includes it. */
    public static final Metric JIT_SHARE = jvm("jit.share", "JIT compilers' share of the CPU", "%", PERCENT, 1);

    /** CPU time of the client per request. */
    public static final Metric CLIENT_CPU = new Metric(
            "client.cpuMicrosPerRequest",
            "",
            "Client's CPU per request",
            "µs",
            1,
            0,
            Direction.NEITHER,
            Source.SURROUNDINGS);

    /** Throughput of the load / throughput that the client reached on the stub. */
    public static final Metric CLIENT_SHARE = share("client.shareOfCeiling", "Share of the client's ceiling");

    /** CPU time of the server / CPU time in use on the whole machine during a load. */
    public static final Metric SHARE_SERVER = used("server", "Server's share of the CPU used");

    /** CPU time of the database / CPU time in use on the whole machine during a load. */
    public static final Metric SHARE_DATABASE = used("database", "Database's share of the CPU used");

    /** CPU time of the client / CPU time in use on the whole machine during a load. */
    public static final Metric SHARE_CLIENT = used("client", "Client's share of the CPU used");

    /** CPU time of all other programs, the kernel's threads and the harness / CPU time in use during a load. */
    public static final Metric SHARE_OTHERS = used("others", "Other programs' share of the CPU used");

    /** Share of all CPU time that the hypervisor took. */
    public static final Metric STEAL = share("machine.stealShare", "Steal");

    /** CPU time of the server between the windows of its load / the time between them: the part of one processor. */
    public static final Metric RESTING = share("resting.cpuShare", "CPU between the windows");

    /** CPU time of the server per request in the later half of the windows of its load / that in the earlier half. */
    public static final Metric DRIFT = new Metric(
            "drift.cpuRatio",
            "",
            "CPU per request, later half / earlier half",
            "",
            1,
            3,
            Direction.NEITHER,
            Source.SURROUNDINGS);

    /** CPU time of the database / CPU time of the client in a load. */
    public static final Metric DATABASE_TO_CLIENT =
            database("cpuToClient", "Database's CPU / client's CPU", "", 1, 3, Direction.NEITHER);

    /** Sequential scans of tables in a load. */
    public static final Metric SEQUENTIAL_SCANS = counted("sequentialScans", "Sequential scans", Direction.LESS);

    /** Rows that sequential scans read. */
    public static final Metric ROWS_SCANNED = counted("rowsScanned", "Rows in sequential scans", Direction.LESS);

    /** Scans of indexes in a load. */
    public static final Metric INDEX_SCANS = counted("indexScans", "Index scans", Direction.NEITHER);

    /** Change of the number of dead rows, by PostgreSQL's estimate. */
    public static final Metric DEAD_ROWS = counted("deadRows", "Dead rows, change", Direction.NEITHER);

    /** Vacuums in a load, by autovacuum or by hand. */
    public static final Metric VACUUMS = counted("vacuums", "Vacuums", Direction.NEITHER);

    /** Updates of the planner's statistics in a load. */
    public static final Metric ANALYZES = counted("analyzes", "Analyzes", Direction.NEITHER);

    /** Checkpoints that ended in a load. */
    public static final Metric CHECKPOINTS = counted("checkpoints", "Checkpoints", Direction.NEITHER);

    /** Share of updates whose new row is in the same page and needs no new entry of an index. */
    public static final Metric HOT_UPDATES =
            database("hotUpdateShare", "HOT updates", "%", PERCENT, 1, Direction.NEITHER);

    /** Bytes of the write-ahead log per request. */
    public static final Metric WAL_BYTES =
            database("walBytesPerRequest", "WAL per request", "bytes", 1, 0, Direction.NEITHER);

    /** Blocks of tables and indexes that the statements of a request touch. */
    public static final Metric BLOCKS = database("blocksPerRequest", "Blocks per request", "", 1, 1, Direction.NEITHER);

    /** Time under load until the server was steady. */
    public static final Metric STEADY = start("steady.seconds", "", "Time to steady");

    private static final List<Metric> ALL = registered();

    /** The percentiles that are reported. */
    public enum Percentile {
        /** Median. */
        P50("p50"),
        /** 90th percentile. */
        P90("p90"),
        /** 99th percentile. */
        P99("p99"),
        /** 99.9th percentile. */
        P999("p99.9"),
        /** The slowest request. */
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

    private static Metric database(
            String key, String title, String unit, double scale, int digits, Direction direction) {
        return new Metric("database." + key, "", title, unit, scale, digits, direction, Source.SURROUNDINGS);
    }

    private static Metric counted(String key, String title, Direction direction) {
        return database(key, title, "", 1, 0, direction);
    }

    private static Metric used(String by, String title) {
        return new Metric("cpuShare." + by, "", title, "%", PERCENT, 0, Direction.NEITHER, Source.SURROUNDINGS);
    }

    private static Metric share(String key, String title) {
        return new Metric(key, "", title, "%", PERCENT, 1, Direction.NEITHER, Source.SURROUNDINGS);
    }

    /** Creates the metric of requests per second of one operation, such as {@code read}, or of all: {@code total}. */
    public static Metric throughput(String operation) {
        boolean total = operation.equals(TOTAL);
        return new Metric(
                RATE_OF + operation,
                total ? "throughput" : "",
                total ? "Throughput" : capital(operation),
                PER_SECOND,
                1,
                0,
                Direction.MORE,
                Source.SAMPLES);
    }

    /** Creates the metric of a percentile of the response times of one operation, or of all: {@code total}. */
    public static Metric latency(String operation, Percentile percentile) {
        boolean total = operation.equals(TOTAL);
        return new Metric(
                "latency.%s.%sMillis".formatted(operation, percentile.part()),
                total ? percentile.label : "",
                total ? percentile.label : capital(operation) + " " + percentile.label,
                MILLIS,
                1,
                SIGNIFICANT,
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

    /** Tells whether it is the throughput of one operation or of all. In the open model, the schedule sets it. */
    public boolean isThroughput() {
        return key.startsWith(RATE_OF);
    }

    /** Lists all metrics. */
    public static List<Metric> all() {
        return ALL;
    }

    /** Lists the metrics of one source. */
    public static List<Metric> of(Source source) {
        return ALL.stream().filter(metric -> metric.source() == source).toList();
    }

    /**
     * Finds a metric by its short name or key.
     *
     * @throws Fault of kind BAD_INPUT if no metric has this name; the message lists the short names
     */
    public static Metric named(String wanted) {
        Optional<Metric> found = ALL.stream()
                .filter(metric -> !wanted.isEmpty()
                        && (metric.name().equals(wanted) || metric.key().equals(wanted)))
                .findFirst();
        return found.orElseThrow(() -> Fault.badInput(
                "Unknown metric '%s'. Valid: %s, and each figure of summary.json.".formatted(wanted, names())));
    }

    /** Lists the short names in a line, sorted. */
    public static String names() {
        return ALL.stream()
                .map(Metric::name)
                .filter(name -> !name.isEmpty())
                .sorted()
                .collect(Collectors.joining(", "));
    }

    /** Formats title and unit for the head of a column. */
    public String heading() {
        return unit.isEmpty() ? title : "%s (%s)".formatted(title, unit);
    }

    /** Converts a value of the files to the metric's unit and formats it. */
    public String text(double value) {
        double shown = value * scale;
        return digits == SIGNIFICANT ? significant(shown) : String.format(Locale.ROOT, "%." + digits + "f", shown);
    }

    /** Rounds to three digits, but not to less than a whole number, and omits zeros after the decimal point. */
    private static String significant(double value) {
        int before = value < 1 ? 0 : (int) Math.log10(value) + 1;
        return BigDecimal.valueOf(value)
                .setScale(Math.max(0, 3 - before), RoundingMode.HALF_UP)
                .stripTrailingZeros()
                .toPlainString();
    }

    /** Formats a value of the files like {@link #text}, followed by the unit. */
    public String withUnit(double value) {
        return unit.isEmpty() ? text(value) : text(value) + " " + unit;
    }
}
