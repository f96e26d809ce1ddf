package comparison.harness.probe;

import comparison.harness.record.Disk;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.stream.Stream;

/**
 * Reads {@code /proc} of a process and its descendants, if no control group is available. Shared pages are counted in
 * proportion (Pss), so their sum is correct. File pages that are not mapped are not counted.
 *
 * @param root the process, which is read with all its descendants
 */
public record ProcMeter(ProcessHandle root) implements Meter {

    private static final long KIB = 1024;

    @Override
    public Reading read() throws IOException {
        if (!root.isAlive()) {
            throw new IOException("process " + root.pid() + " is gone");
        }
        long anon = 0;
        long file = 0;
        long peak = 0;
        long cpu = 0;
        for (ProcessHandle process : processes()) {
            anon += kib(process, "smaps_rollup", "Pss_Anon:") + kib(process, "smaps_rollup", "Pss_Shmem:");
            file += kib(process, "smaps_rollup", "Pss_File:");
            peak += kib(process, "status", "VmHWM:");
            cpu += process.info().totalCpuDuration().map(Duration::toNanos).orElse(0L);
        }
        return new Reading(Ticks.millis(), anon, file, peak, cpu);
    }

    private List<ProcessHandle> processes() {
        return Stream.concat(Stream.of(root), root.descendants()).toList();
    }

    /** Returns the sum of a field in bytes; 0 for a process that has ended in the meantime. */
    private static long kib(ProcessHandle process, String file, String field) {
        return Disk.lines(Path.of("/proc", Long.toString(process.pid()), file)).stream()
                .filter(line -> line.startsWith(field))
                .mapToLong(line -> Long.parseLong(line.replaceAll("\\D", "")) * KIB)
                .sum();
    }
}
