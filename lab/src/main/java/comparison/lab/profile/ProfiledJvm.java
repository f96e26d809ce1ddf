package comparison.lab.profile;

import com.sun.tools.attach.AgentInitializationException;
import com.sun.tools.attach.AgentLoadException;
import com.sun.tools.attach.AttachNotSupportedException;
import com.sun.tools.attach.VirtualMachine;
import comparison.harness.record.Disk;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;

/**
 * The JVM that is profiled, which runs as this user. Used by one thread.
 *
 * @param pid of the JVM
 * @param folder absolute, for the profiler's library and its log
 */
record ProfiledJvm(long pid, Path folder) {

    /**
     * Executes a command of async-profiler in it. Loads the library first if necessary.
     *
     * @param options as async-profiler's agent takes them, without a log
     * @return why it failed; empty if it succeeded
     */
    Optional<String> profiler(String options) {
        try {
            VirtualMachine jvm = VirtualMachine.attach(Long.toString(pid));
            try {
                jvm.loadAgentPath(AsyncProfiler.library(folder).toString(), options + ",log=" + log());
                return Optional.empty();
            } finally {
                jvm.detach();
            }
        } catch (AgentInitializationException e) {
            return Optional.of(said().orElse("it answers " + e.returnValue()));
        } catch (AttachNotSupportedException | AgentLoadException | IOException e) {
            return Optional.of(
                    String.valueOf(e.getMessage()).lines().findFirst().orElse("no reason given"));
        }
    }

    private Path log() {
        return folder.resolve("async-profiler.log");
    }

    private Optional<String> said() {
        return Disk.lines(log()).stream().filter(line -> !line.isBlank()).reduce((_, last) -> last);
    }

    /** Deletes what only the profiler needed. The JVM has ended. */
    void clean() {
        Disk.attempt("delete from " + folder, () -> Files.deleteIfExists(folder.resolve(AsyncProfiler.LIBRARY)));
    }
}
