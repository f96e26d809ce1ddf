package comparison.harness.runtime;

import comparison.harness.probe.CgroupMeter;
import comparison.harness.probe.Heap;
import comparison.harness.probe.HeapMeter;
import comparison.harness.probe.HotSpot;
import comparison.harness.probe.Machine;
import comparison.harness.probe.Meter;
import comparison.harness.probe.Probe;
import comparison.harness.record.Invocation.AppliedLimits;
import comparison.harness.record.Jvm;
import java.io.IOException;
import java.nio.file.Path;
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
}
