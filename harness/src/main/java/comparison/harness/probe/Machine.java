package comparison.harness.probe;

import comparison.harness.metric.Metric;
import comparison.harness.record.Load;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * CPU time of the whole machine up to a moment (proc_stat(5), proc_loadavg(5)).
 *
 * @param atMillis ms since the epoch
 * @param busyNanos busy CPU time, summed over all processors
 * @param stealNanos CPU time that the hypervisor gave to other machines
 * @param totalNanos all CPU time, idle time included; 0 if unknown
 * @param loadAverage of the last minute; null if unknown
 */
public record Machine(
        long atMillis,
        long busyNanos,
        long stealNanos,
        long totalNanos,
        @Nullable Double loadAverage) {

    private static final long NANOS_PER_TICK = TimeUnit.SECONDS.toNanos(1) / 100;
    private static final Pattern SPACES = Pattern.compile(" +");
    private static final int IDLE = 3;
    private static final int IOWAIT = 4;
    private static final int STEAL = 7;

    /** Format of its raw file. */
    public static final Series<Machine> SERIES = new Series<>(Machine.class);

    /**
     * Reads the current state.
     *
     * @throws IOException if there is no /proc
     */
    public static Machine read() throws IOException {
        String text = Files.readString(Path.of("/proc/loadavg"));
        return of(Ticks.millis(), Files.readString(Path.of("/proc/stat")), Double.parseDouble(text.split(" ", 2)[0]));
    }

    /** Returns a reading without figures, for a machine without /proc. */
    public static Machine silent() {
        return new Machine(Ticks.millis(), 0, 0, 0, null);
    }

    static Machine of(long atMillis, String stat, double loadAverage) {
        String[] fields = SPACES.split(stat.lines().findFirst().orElse(""), -1);
        long total = 0;
        // The first two fields include the last two, the time of guests.
        for (int i = 0; i <= STEAL; i++) {
            total += ticks(fields, i);
        }
        long steal = ticks(fields, STEAL);
        long idle = ticks(fields, IDLE) + ticks(fields, IOWAIT);
        return new Machine(
                atMillis,
                (total - idle - steal) * NANOS_PER_TICK,
                steal * NANOS_PER_TICK,
                total * NANOS_PER_TICK,
                loadAverage);
    }

    private static long ticks(String[] fields, int number) {
        return Long.parseLong(fields[number + 1]);
    }

    /** Returns the share of CPU time since another reading that the hypervisor took, 0 to 1; null if unknown. */
    public @Nullable Double stealSince(Machine before) {
        long total = totalNanos - before.totalNanos;
        return total <= 0 ? null : Double.valueOf((double) (stealNanos - before.stealNanos) / total);
    }

    /**
     * Returns how the machine's busy time in a load is divided among server, database, client and others; empty if unknown.
     *
     * @param windows the readings in each window of the load: the first immediately before it, the last immediately
     *     after it
     * @param used CPU time of each in the same periods
     */
    public static Map<Metric, Double> shares(List<List<Machine>> windows, Load.CpuTime used) {
        Map<Metric, Double> shares = new LinkedHashMap<>();
        long busy = windows.stream()
                .filter(readings -> !readings.isEmpty())
                .mapToLong(readings -> readings.getLast().busyNanos - readings.getFirst().busyNanos)
                .sum();
        if (busy > 0) {
            put(shares, Metric.SHARE_SERVER, used.serverNanos(), busy);
            put(shares, Metric.SHARE_DATABASE, used.databaseNanos(), busy);
            put(shares, Metric.SHARE_CLIENT, used.clientNanos(), busy);
            if (shares.size() == 3) {
                double known =
                        shares.values().stream().mapToDouble(share -> share).sum();
                shares.put(Metric.SHARE_OTHERS, Math.max(0, 1 - known));
            }
        }
        return shares;
    }

    private static void put(Map<Metric, Double> shares, Metric metric, @Nullable Long nanos, long busy) {
        if (nanos != null) {
            shares.put(metric, (double) nanos / busy);
        }
    }

    /** Returns the higher of two load averages; null if one is unknown. */
    public @Nullable Double highestLoadAverage(Machine other) {
        return loadAverage == null || other.loadAverage == null
                ? null
                : Double.valueOf(Math.max(loadAverage, other.loadAverage));
    }
}
