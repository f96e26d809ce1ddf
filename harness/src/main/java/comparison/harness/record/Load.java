package comparison.harness.record;

import comparison.harness.record.RunFolder.LoadFolder;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * What is known about one load besides its samples; {@code load.json}. What could not be read is null.
 *
 * @param schemaVersion version of the JSON form
 * @param use what the figures of this load are for
 * @param startedAt when the client was told to begin, ISO 8601
 * @param seconds until the client was done, by a monotonic clock
 * @param rowsLeft rows in the table afterwards, less those before
 * @param startedAtMillis the same as startedAt in ms since the epoch: subtract it from {@code atMillis} of the series
 * @param sent what was sent
 * @param cpu CPU time, from startedAt until the client was done
 * @param pressure what else the machine did
 * @param jvmBefore the server's JVM right before the load
 * @param jvmAfter the server's JVM right after the load
 * @param client whether the client was at its limit
 * @param statements how often the database executed each statement of the application's role, from right before the
 *     load to right after it, without those that drivers send once per connection
 * @param database what the database counted in the load, see {@link comparison.harness.probe.DatabaseCounters}
 */
public record Load(
        int schemaVersion,
        String use,
        String startedAt,
        double seconds,
        long rowsLeft,
        long startedAtMillis,
        Sent sent,
        CpuTime cpu,
        Pressure pressure,
        Jvm jvmBefore,
        Jvm jvmAfter,
        Client client,
        Map<String, Long> statements,
        Map<String, Long> database) {

    /** The version that this program writes. */
    public static final int SCHEMA_VERSION = 3;

    /**
     * Reads what is known about a load. Its windows are joined: counts and times are sums, and the time between windows
     * is not part of the load.
     *
     * @return empty if the file of a window is missing
     * @throws comparison.harness.Fault if a file is damaged
     */
    public static Optional<Load> read(LoadFolder folder) {
        return join(windows(folder));
    }

    /**
     * Reads the windows of a load, in order.
     *
     * @return a list of one if the load was sent as a whole; empty if the file of a window is missing
     * @throws comparison.harness.Fault if a file is damaged
     */
    public static List<Load> windows(LoadFolder folder) {
        List<Optional<Load>> windows = folder.windows().stream()
                .map(window -> Json.read(window.facts(), Load.class))
                .toList();
        return windows.stream().anyMatch(Optional::isEmpty)
                ? List.of()
                : windows.stream().flatMap(Optional::stream).toList();
    }

    /** Joins the windows of a load; empty without any. */
    public static Optional<Load> join(List<Load> windows) {
        return windows.stream().reduce(Load::and);
    }

    /**
     * Returns the server's CPU time per request in the later half of the windows of a load, divided by that in the
     * earlier one; empty if the load was sent as a whole, or if the CPU time is unknown.
     */
    public static Optional<Double> drift(List<Load> windows) {
        int half = windows.size() / 2;
        Optional<Double> earlier = join(windows.subList(0, half)).flatMap(Load::nanosPerRequest);
        Optional<Double> later = join(windows.subList(half, windows.size())).flatMap(Load::nanosPerRequest);
        return earlier.flatMap(before -> later.map(after -> after / before));
    }

    private Optional<Double> nanosPerRequest() {
        Long nanos = cpu.serverNanos();
        return nanos == null || nanos == 0 || sent.samples() == 0
                ? Optional.empty()
                : Optional.of(nanos / (double) sent.samples());
    }

    /** Appends the next window. */
    private Load and(Load next) {
        return new Load(
                schemaVersion,
                use,
                startedAt,
                seconds + next.seconds,
                rowsLeft + next.rowsLeft,
                startedAtMillis,
                sent.and(next.sent),
                cpu.and(next.cpu),
                pressure.and(next.pressure, seconds, next.seconds),
                next.jvmBefore.before(jvmBefore, jvmAfter),
                next.jvmAfter,
                client.and(next.client, this, next),
                sum(statements, next.statements),
                sum(database, next.database));
    }

    private static Map<String, Long> sum(Map<String, Long> first, Map<String, Long> second) {
        return Stream.of(first, second)
                .flatMap(counts -> counts.entrySet().stream())
                .collect(Collectors.toMap(Map.Entry::getKey, Map.Entry::getValue, Long::sum, TreeMap::new));
    }

    private static @Nullable Long sum(@Nullable Long first, @Nullable Long second) {
        return first == null || second == null ? null : Long.valueOf(first + second);
    }

    /** Returns the mean of two shares, weighted; null if one is unknown. */
    private static @Nullable Double mean(@Nullable Double first, double weight, @Nullable Double second, double other) {
        return first == null || second == null
                ? null
                : Double.valueOf((first * weight + second * other) / (weight + other));
    }

    /**
     * Totals over the samples. They allow a check by Little's law: busyMillis / (lastMillis - firstMillis) is the mean
     * number of requests in flight.
     *
     * @param engine {@code jmeter} or {@code hyperfoil}
     * @param model {@code closed} or {@code open}
     * @param threads client threads in the closed model
     * @param samples number of requests
     * @param errors how many of them got a wrong response or none
     * @param firstMillis start of the first sample, ms since the epoch
     * @param lastMillis end of the last sample, ms since the epoch; of joined windows, less the time between them
     * @param busyMillis sum of all response times
     * @param offeredPerSecond requests per second that the schedule demands, in the open model
     * @param sentPerSecond requests per second that were sent, in the open model
     */
    public record Sent(
            String engine,
            String model,
            @Nullable Integer threads,
            long samples,
            long errors,
            long firstMillis,
            long lastMillis,
            long busyMillis,
            @Nullable Double offeredPerSecond,
            @Nullable Double sentPerSecond) {

        /**
         * Smallest share of the offered rate that the client must send. Below it, the figures describe the client
         * instead of the server.
         */
        private static final double ON_TIME_SHARE = 0.97;

        private Sent and(Sent next) {
            return new Sent(
                    engine,
                    model,
                    threads,
                    samples + next.samples,
                    errors + next.errors,
                    firstMillis,
                    lastMillis + next.lastMillis - next.firstMillis,
                    busyMillis + next.busyMillis,
                    offeredPerSecond,
                    sentPerSecond);
        }

        /** Explains that the client did not keep its schedule, in the open model; null if it did. */
        public @Nullable String behind() {
            return offeredPerSecond == null
                            || sentPerSecond == null
                            || sentPerSecond >= offeredPerSecond * ON_TIME_SHARE
                    ? null
                    : String.format(
                            Locale.ROOT,
                            "the client fell behind its schedule (%.0f instead of %.0f requests per second)",
                            sentPerSecond,
                            offeredPerSecond);
        }
    }

    /**
     * CPU time during the load, in ns; null if it cannot be read.
     *
     * @param serverNanos of the server's control group
     * @param databaseNanos of the database's control group
     * @param clientNanos of the client's control group
     * @param samplerNanos of the harness's own threads that took readings
     */
    public record CpuTime(
            @Nullable Long serverNanos,
            @Nullable Long databaseNanos,
            @Nullable Long clientNanos,
            @Nullable Long samplerNanos) {

        /** Adds up server and database; null if either is unknown. */
        public @Nullable Long withDatabaseNanos() {
            return sum(serverNanos, databaseNanos);
        }

        /** Divides the database's time by the client's; null if either is unknown. */
        public @Nullable Double databaseToClient() {
            return databaseNanos == null || clientNanos == null || clientNanos == 0
                    ? null
                    : Double.valueOf((double) databaseNanos / clientNanos);
        }

        private CpuTime and(CpuTime next) {
            return new CpuTime(
                    sum(serverNanos, next.serverNanos),
                    sum(databaseNanos, next.databaseNanos),
                    sum(clientNanos, next.clientNanos),
                    sum(samplerNanos, next.samplerNanos));
        }
    }

    /**
     * What else the machine did; its time series is {@code machine.csv}.
     *
     * @param stealShareBefore share of all CPU time that the hypervisor took before the load, in the pause or the
     *     warm-up, 0 to 1
     * @param stealShareDuring the same during the load
     * @param loadAverageBefore of the last minute, before the load
     * @param loadAverageDuring the higher one of before and after the load
     */
    public record Pressure(
            @Nullable Double stealShareBefore,
            @Nullable Double stealShareDuring,
            @Nullable Double loadAverageBefore,
            @Nullable Double loadAverageDuring) {

        private Pressure and(Pressure next, double seconds, double more) {
            return new Pressure(
                    stealShareBefore,
                    mean(stealShareDuring, seconds, next.stealShareDuring, more),
                    loadAverageBefore,
                    loadAverageDuring == null || next.loadAverageDuring == null
                            ? null
                            : Double.valueOf(Math.max(loadAverageDuring, next.loadAverageDuring)));
        }
    }

    /**
     * Whether the client was at its limit.
     *
     * @param calibration number of its {@link Calibration}
     * @param cpuMicrosPerRequest its CPU time per request in this load
     * @param shareOfCeiling throughput of this load / throughput of the same client on the stub
     * @param cpuShare its CPU time / the CPU time that its processors offer in the duration of the load, 0 to 1
     * @param throttledShare share of its processors' time that a quota of the kernel withheld; null if that is unknown
     * @param bound whether the client, not the server, may have limited the throughput
     * @param reason why it counts as bound
     */
    public record Client(
            int calibration,
            @Nullable Double cpuMicrosPerRequest,
            @Nullable Double shareOfCeiling,
            @Nullable Double cpuShare,
            @Nullable Double throttledShare,
            boolean bound,
            @Nullable String reason) {

        /** One window at the limit is enough. */
        private Client and(Client next, Load first, Load second) {
            double seconds = first.seconds;
            double more = second.seconds;
            double samples = first.sent.samples;
            double moreSamples = second.sent.samples;
            return new Client(
                    calibration,
                    mean(cpuMicrosPerRequest, samples, next.cpuMicrosPerRequest, moreSamples),
                    mean(shareOfCeiling, seconds, next.shareOfCeiling, more),
                    mean(cpuShare, seconds, next.cpuShare, more),
                    mean(throttledShare, seconds, next.throttledShare, more),
                    bound || next.bound,
                    bound ? reason : next.reason);
        }
    }
}
