package comparison.harness.runtime;

import comparison.harness.Fault;
import comparison.harness.process.Program;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Pins processes to processors with {@code taskset} of util-linux.
 *
 * @param processors list in the kernel's notation; empty for no pinning
 */
record Pinning(Optional<String> processors) {

    /** Returns whether {@code taskset} is available. */
    static boolean possible() {
        return succeeds("taskset", "-V");
    }

    /** Wraps a command so that its process starts on these processors. */
    List<String> command(List<String> command) {
        List<String> all = new ArrayList<>(
                processors.map(list -> List.of("taskset", "-c", list)).orElse(List.of()));
        all.addAll(command);
        return all;
    }

    /**
     * Moves all threads of a running process to these processors.
     *
     * @throws Fault if that fails and the process is still alive
     */
    void adopt(ProcessHandle process) {
        processors.ifPresent(list -> {
            if (!succeeds("taskset", "-a", "-c", "-p", list, Long.toString(process.pid())) && process.isAlive()) {
                throw Fault.broken("Process %d cannot be moved to the processors %s.".formatted(process.pid(), list));
            }
        });
    }

    private static boolean succeeds(String... command) {
        try {
            return Program.of(command).within(Duration.ofSeconds(5)).run().succeeded();
        } catch (Fault missing) {
            return false;
        }
    }
}
