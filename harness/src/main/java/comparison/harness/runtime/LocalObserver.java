package comparison.harness.runtime;

import comparison.harness.probe.CgroupMeter;
import comparison.harness.probe.Heap;
import comparison.harness.probe.HeapMeter;
import comparison.harness.probe.HotSpot;
import comparison.harness.probe.Machine;
import comparison.harness.probe.Meter;
import comparison.harness.probe.Probe;
import comparison.harness.probe.Traffic;
import comparison.harness.record.Invocation.AppliedLimits;
import comparison.harness.record.Jvm;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Instant;
import java.util.Optional;

/** Reads the kernel that this process runs on. */
final class LocalObserver implements Observer {

    static final Observer HERE = new LocalObserver();

    private LocalObserver() {}

    private static Optional<ProcessHandle> handle(long pid) {
        return ProcessHandle.of(pid).filter(ProcessHandle::isAlive);
    }

    @Override
    public boolean alive(long pid) {
        return handle(pid).isPresent();
    }

    @Override
    public Meter meter(long pid) {
        return folder(pid, "memory")
                .flatMap(memory -> folder(pid, "cpuacct").<Meter>map(cpu -> CgroupMeter.v1(memory, cpu)))
                .or(() -> folder(pid, "").map(CgroupMeter::v2))
                .orElse(() -> {
                    throw new IOException("the control group of process " + pid + " cannot be seen from here");
                });
    }

    private static Optional<Path> folder(long pid, String controller) {
        return ControlGroups.folder(Long.toString(pid), controller);
    }

    @Override
    public AppliedLimits limits(Meter meter, long pid) {
        AppliedLimits group = meter.limits();
        String cpuset = Processors.allowed(Long.toString(pid)).orElse(null);
        return new AppliedLimits(group.cpus(), group.memoryBytes(), cpuset);
    }

    @Override
    public Jvm jvm(long pid) {
        return handle(pid).map(HotSpot::read).orElseGet(() -> Jvm.missing("its process has ended"));
    }

    @Override
    public Optional<Probe.Source<Heap>> heap(long pid) {
        return handle(pid).flatMap(HeapMeter::of).map(meter -> meter);
    }

    @Override
    public Probe.Source<Machine> machine() {
        return Machine::read;
    }

    @Override
    public Instant now() {
        return Instant.now();
    }

    /** The file systems of a process appear below its folder in /proc. */
    private static Path seen(long pid, String file) {
        return Path.of("/proc", Long.toString(pid), "root").resolve(file.substring(1));
    }

    @Override
    public byte[] read(long pid, String file, long from, int length) throws IOException {
        try (RandomAccessFile open = new RandomAccessFile(seen(pid, file).toFile(), "r")) {
            byte[] part = new byte[Math.clamp(open.length() - from, 0, length)];
            open.seek(from);
            open.readFully(part);
            return part;
        }
    }

    @Override
    public void append(long pid, String file, long at, byte[] part) throws IOException {
        Path path = seen(pid, file);
        if (at == 0) {
            Files.deleteIfExists(path);
            Files.createFile(path);
            Files.setPosixFilePermissions(path, PosixFilePermissions.fromString("rwxr-xr-x"));
        }
        try (RandomAccessFile open = new RandomAccessFile(path.toFile(), "rw")) {
            open.seek(at);
            open.write(part);
        }
    }

    @Override
    public Probe.Source<Traffic> traffic() {
        return Traffic::read;
    }
}
