package comparison.lab.profile;

import com.sun.tools.attach.AgentInitializationException;
import com.sun.tools.attach.AgentLoadException;
import com.sun.tools.attach.AttachNotSupportedException;
import com.sun.tools.attach.VirtualMachine;
import comparison.harness.record.Disk;
import comparison.harness.report.Warning;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * Runs async-profiler in a JVM, loaded by the JVM's attach mechanism. If the machine or the JVM forbids an event, this
 * becomes a warning, and the other events are sampled. Used by one thread.
 */
final class AsyncProfiler {

    private final long pid;
    private final Path folder;
    private final Path log;
    private final String about;
    private final List<Warning> warnings = new ArrayList<>();

    /**
     * Describes a profiler without loading it.
     *
     * @param pid of the JVM, which runs as the same user
     * @param folder for its library and its log
     * @param about the variant's name, for warnings
     */
    AsyncProfiler(long pid, Path folder, String about) {
        this.pid = pid;
        this.folder = folder;
        this.log = folder.resolve("async-profiler.log");
        this.about = about;
    }

    /**
     * Starts sampling into a recording.
     *
     * @return the events that can be sampled; empty if the profiler cannot be loaded
     */
    List<Event> start(List<Event> wanted, Path recording) {
        if (AsyncProfiler.class.getResource(resource()) == null) {
            warnings.add(new Warning(
                    "no-profiler",
                    about,
                    "async-profiler has no library for this machine, so there are no flame graphs",
                    "profile on Linux (x64, arm64) or macOS"));
            return List.of();
        }
        Map<Event, String> allowed = new EnumMap<>(Event.class);
        wanted.forEach(event -> option(event).ifPresent(option -> allowed.put(event, option)));
        if (allowed.isEmpty()) {
            return List.of();
        }
        Optional<String> refused =
                command(allowed.values().stream().collect(Collectors.joining(",", "start,jfr,", ",file=" + recording)));
        refused.ifPresent(why -> cannot("it does not start", why));
        return refused.isEmpty() ? List.copyOf(allowed.keySet()) : List.of();
    }

    /** Returns the first option of an event that the profiler accepts. */
    private Optional<String> option(Event event) {
        String why = "";
        for (String option : event.options()) {
            Optional<String> refused = command("check," + option);
            if (refused.isEmpty()) {
                if (!why.isEmpty()) {
                    noPerf(why);
                }
                return Optional.of(option);
            }
            why = refused.get();
        }
        cannot("event " + event.id(), why);
        return Optional.empty();
    }

    private void noPerf(String why) {
        warnings.add(new Warning(
                "no-perf-events",
                about,
                "the kernel forbids perf events (" + why
                        + "), so processor time is sampled by timers, without kernel frames",
                "'sysctl kernel.perf_event_paranoid=1 kernel.kptr_restrict=0' as root, if kernel frames matter"));
    }

    private void cannot(String what, String why) {
        warnings.add(new Warning(
                "cannot-profile",
                about,
                "async-profiler: " + what + ": " + why,
                "run as the user of the server, without -XX:+DisableAttachMechanism in its flags; 'jcmd %d VM.version' must answer"
                        .formatted(pid)));
    }

    /** Ends sampling and completes the recording. */
    void stop() {
        command("stop").ifPresent(why -> cannot("it does not stop", why));
    }

    /** Returns warnings about what could not be sampled. */
    List<Warning> warnings() {
        return List.copyOf(warnings);
    }

    /**
     * Executes a command of the profiler.
     *
     * @return why it failed; empty if it succeeded
     */
    private Optional<String> command(String options) {
        try {
            VirtualMachine jvm = VirtualMachine.attach(Long.toString(pid));
            try {
                jvm.loadAgentPath(library().toString(), options + ",log=" + log);
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

    private Optional<String> said() {
        return Disk.lines(log).stream().filter(line -> !line.isBlank()).reduce((_, last) -> last);
    }

    /** Returns the name of this platform's library in the jar. */
    private static String resource() {
        String system = System.getProperty("os.name").toLowerCase(Locale.ROOT);
        String processor = System.getProperty("os.arch").equals("aarch64") ? "arm64" : "x64";
        return "/%s/libasyncProfiler.so".formatted(system.contains("mac") ? "macos" : system + "-" + processor);
    }

    private Path library() {
        Path library = folder.resolve("libasyncProfiler.so");
        return Files.exists(library) ? library : Disk.unpack(AsyncProfiler.class, resource(), library);
    }

    /** Deletes the library. The JVM that used it must have ended. */
    void clean() {
        Disk.attempt("delete from " + folder, () -> Files.deleteIfExists(folder.resolve("libasyncProfiler.so")));
    }
}
