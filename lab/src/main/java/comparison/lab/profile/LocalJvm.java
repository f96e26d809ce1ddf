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
 * A JVM of this machine and this user.
 *
 * @param pid of the JVM
 * @param folder absolute, for the profiler's library and its log
 */
record LocalJvm(long pid, Path folder) implements ProfiledJvm {

    @Override
    public Optional<String> profiler(String options) {
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

    @Override
    public Path seen(Path result) {
        return result;
    }

    /** Nothing: it began with the JVM, see {@link FlightRecording#flags}. */
    @Override
    public void record() {}

    /** Nothing: both recordings are written here, and that of the JVM is complete when it has ended. */
    @Override
    public void fetch(Path recording) {}

    @Override
    public void clean() {
        Disk.attempt("delete from " + folder, () -> Files.deleteIfExists(folder.resolve(AsyncProfiler.LIBRARY)));
    }
}
