package comparison.lab.profile;

import comparison.harness.record.Disk;
import comparison.harness.report.Warning;
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

    /** Name of the file of its library. */
    static final String LIBRARY = "libasyncProfiler.so";

    private final ProfiledJvm jvm;
    private final String about;
    private final List<Warning> warnings = new ArrayList<>();

    /**
     * Describes a profiler without loading it.
     *
     * @param jvm to load it into
     * @param about the variant's name, for warnings
     */
    AsyncProfiler(ProfiledJvm jvm, String about) {
        this.jvm = jvm;
        this.about = about;
    }

    /** Returns the recording of a variant in its folder of a run. */
    static Path recording(Path folder) {
        return folder.resolve("profile.jfr");
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
        Optional<String> refused = jvm.profiler(
                allowed.values().stream().collect(Collectors.joining(",", "start,jfr,", ",file=" + recording)));
        refused.ifPresent(why -> cannot("it does not start", why));
        return refused.isEmpty() ? List.copyOf(allowed.keySet()) : List.of();
    }

    /** Returns the first option of an event that the profiler accepts. */
    private Optional<String> option(Event event) {
        String why = "";
        for (String option : event.options()) {
            Optional<String> refused = jvm.profiler("check," + option);
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
        warnings.add(
                new Warning(
                        "cannot-profile",
                        about,
                        "async-profiler: " + what + ": " + why,
                        "run as the user of the server, without -XX:+DisableAttachMechanism in its flags; 'jcmd PID VM.version' must answer"));
    }

    /** Ends sampling and completes the recording. */
    void stop() {
        jvm.profiler("stop").ifPresent(why -> cannot("it does not stop", why));
    }

    /** Returns warnings about what could not be sampled. */
    List<Warning> warnings() {
        return List.copyOf(warnings);
    }

    /** Returns the name of this platform's library in the jar. */
    private static String resource() {
        String system = System.getProperty("os.name").toLowerCase(Locale.ROOT);
        String processor = System.getProperty("os.arch").equals("aarch64") ? "arm64" : "x64";
        return "/%s/libasyncProfiler.so".formatted(system.contains("mac") ? "macos" : system + "-" + processor);
    }

    /** Returns the library, which is unpacked to a folder. */
    static Path library(Path folder) {
        Path library = folder.resolve(LIBRARY);
        return Files.exists(library) ? library : Disk.unpack(AsyncProfiler.class, resource(), library);
    }

    /** Deletes the library. The JVM that used it must have ended. */
    void clean() {
        jvm.clean();
    }
}
