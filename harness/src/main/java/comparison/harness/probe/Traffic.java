package comparison.harness.probe;

import comparison.harness.record.Disk;
import java.io.Serializable;
import java.lang.management.ManagementFactory;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;

/**
 * What a machine has sent and received up to a moment (proc_net_dev in proc(5)), and what reading it cost.
 *
 * @param atMillis ms since the epoch
 * @param receivedBytes by all network interfaces that lead to other machines
 * @param sentBytes by the same interfaces
 * @param readerNanos CPU time of the process that takes the readings
 */
public record Traffic(long atMillis, long receivedBytes, long sentBytes, long readerNanos) implements Serializable {

    private static final Path DEVICES = Path.of("/proc/net/dev");
    /** The loopback, and the interfaces that an engine adds: their bytes stay here or are counted a second time. */
    private static final Pattern INTERNAL = Pattern.compile("lo|docker.*|br-.*|veth.*|virbr.*");

    private static final Pattern COLON = Pattern.compile(":\\s*");
    private static final Pattern SPACES = Pattern.compile("\\s+");
    private static final int HEADER_LINES = 2;
    private static final int RECEIVED = 0;
    private static final int SENT = 8;
    private static final double BYTES_PER_MIB = 1 << 20;

    /** Format of its raw file. */
    public static final Series<Traffic> SERIES = new Series<>(Traffic.class);

    /** Reads the current counters of the network that this process sees. */
    public static Traffic read() {
        return of(Ticks.millis(), Disk.lines(DEVICES), processNanos());
    }

    private static long processNanos() {
        return ManagementFactory.getOperatingSystemMXBean() instanceof com.sun.management.OperatingSystemMXBean system
                ? system.getProcessCpuTime()
                : 0;
    }

    static Traffic of(long atMillis, List<String> devices, long readerNanos) {
        long received = 0;
        long sent = 0;
        for (String line : devices.stream().skip(HEADER_LINES).toList()) {
            String[] nameAndCounters = COLON.split(line.strip(), 2);
            if (nameAndCounters.length == 2
                    && !INTERNAL.matcher(nameAndCounters[0]).matches()) {
                String[] counters = SPACES.split(nameAndCounters[1], -1);
                received += Long.parseLong(counters[RECEIVED]);
                sent += Long.parseLong(counters[SENT]);
            }
        }
        return new Traffic(atMillis, received, sent, readerNanos);
    }

    /** Returns the traffic in MiB/s of the busier direction; 0 for fewer than two readings. */
    public static double mibPerSecond(List<Traffic> readings) {
        double seconds = seconds(readings);
        if (seconds <= 0) {
            return 0;
        }
        Traffic first = readings.getFirst();
        Traffic last = readings.getLast();
        long bytes = Math.max(last.receivedBytes - first.receivedBytes, last.sentBytes - first.sentBytes);
        return bytes / BYTES_PER_MIB / seconds;
    }

    /** Returns the share of one processor that the readings took, 0 to 1; 0 for fewer than two. */
    public static double readerShare(List<Traffic> readings) {
        double seconds = seconds(readings);
        return seconds <= 0
                ? 0
                : (readings.getLast().readerNanos - readings.getFirst().readerNanos)
                        / seconds
                        / TimeUnit.SECONDS.toNanos(1);
    }

    private static double seconds(List<Traffic> readings) {
        return readings.isEmpty()
                ? 0
                : (readings.getLast().atMillis - readings.getFirst().atMillis) / (double) TimeUnit.SECONDS.toMillis(1);
    }
}
