package comparison.harness.runtime;

import comparison.harness.plan.Limits;
import comparison.harness.probe.Meter;
import comparison.harness.probe.ProcMeter;
import comparison.harness.runtime.Processors.Party;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * Limits processes without control groups: processors by affinity, the heap by a JVM flag. Nothing limits other memory.
 */
final class Affinity implements Confinement {

    private final Processors processors;
    private final Limits limits;

    Affinity(Processors processors, Limits limits) {
        this.processors = processors;
        this.limits = limits;
    }

    @Override
    public Box box(String name, Party party) {
        return new Pinned(new Pinning(list(party)));
    }

    /** Returns the processors of a party. If the parties share all, those with limits get the first ones. */
    private Optional<String> list(Party party) {
        return processors.of(party).or(() -> party.limited() ? processors.first() : Optional.empty());
    }

    @Override
    public Facts facts() {
        List<String> flags = Flags.of(limits);
        String limited = list(Party.SERVER).isPresent()
                ? "%d processors by taskset".formatted(Limits.CPUS)
                : "processors not limited";
        return new Facts(
                "no control group can be made here: %s, JVM flags %s; memory outside the heap is not limited"
                        .formatted(limited, String.join(" ", flags)),
                limited + ", memory not limited",
                "/proc (Pss of the process; peak = VmHWM)",
                flags);
    }

    @Override
    public Processors processors() {
        return processors;
    }

    private record Pinned(Pinning pinning) implements Box {

        @Override
        public List<String> command(List<String> command) {
            return pinning.command(command);
        }

        @Override
        public void adopt(ProcessHandle process) {
            Stream.concat(Stream.of(process), process.descendants()).forEach(pinning::adopt);
        }

        @Override
        public Meter meter(ProcessHandle process) {
            return new ProcMeter(process);
        }

        @Override
        public boolean outOfMemory() {
            return false;
        }

        @Override
        public void close() {
            // No resources to release.
        }
    }
}
