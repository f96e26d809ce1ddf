package comparison.harness.runtime;

import comparison.harness.probe.Meter;
import comparison.harness.probe.ProcMeter;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** Without control groups: the processors are limited by affinity, the heap by a flag, and nothing limits the rest. */
final class Affinity implements Confinement {

    private static final String CPU_LIST = "0-" + (Limits.CPUS - 1);

    private final boolean taskset =
            java.lang.Runtime.getRuntime().availableProcessors() > Limits.CPUS && succeeds("taskset", "-V");

    @Override
    public Box box(String name, boolean limited) {
        return new Pinned(limited && taskset);
    }

    @Override
    public String limits() {
        return "no control group can be made here: %s, JVM flags %s; memory outside the heap is not limited"
                .formatted(processors(), String.join(" ", jvmFlags()));
    }

    @Override
    public String limitsWithoutFlags() {
        return "%s, memory not limited".formatted(processors());
    }

    private String processors() {
        return taskset ? "processors " + CPU_LIST + " by taskset" : "processors not limited";
    }

    @Override
    public String memorySource() {
        return "/proc (Pss of the process; peak = VmHWM)";
    }

    @Override
    public List<String> jvmFlags() {
        return List.of("-XX:MaxRAM=" + Limits.MEMORY_BYTES, "-XX:ActiveProcessorCount=" + Limits.CPUS);
    }

    private static boolean succeeds(String... command) {
        try {
            Process process = new ProcessBuilder(command)
                    .redirectErrorStream(true)
                    .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                    .start();
            return process.waitFor(5, TimeUnit.SECONDS) && process.exitValue() == 0;
        } catch (IOException e) {
            return false;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return false;
        }
    }

    private record Pinned(boolean pinned) implements Box {

        @Override
        public List<String> command(List<String> command) {
            List<String> all = new ArrayList<>(pinned ? List.of("taskset", "-c", CPU_LIST) : List.of());
            all.addAll(command);
            return all;
        }

        @Override
        public void adopt(ProcessHandle process) {
            if (pinned) {
                succeeds("taskset", "-a", "-c", "-p", CPU_LIST, Long.toString(process.pid()));
            }
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
            // Nothing was made.
        }
    }
}
