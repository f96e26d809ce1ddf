package comparison.harness.runtime;

import comparison.harness.Fault;
import comparison.harness.process.Program;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Keeps processes on certain processors, by {@code taskset} of util-linux.
 *
 * @param processors list in the kernel's notation; nothing is done without one
 */
record Pinning(Optional<String> processors) {

    /** Returns whether it can be done here. */
    static boolean possible() {
        return succeeds("taskset", "-V");
    }

    /** Returns the command that starts {@code command} on them. */
    List<String> command(List<String> command) {
        List<String> all = new ArrayList<>(
                processors.map(list -> List.of("taskset", "-c", list)).orElse(List.of()));
        all.addAll(command);
        return all;
    }

    /** Moves all threads of a process to them. */
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
