package comparison.lab.profile;

import comparison.harness.Fault;
import comparison.harness.record.Disk;
import comparison.harness.runtime.Inside;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;

/**
 * The JVM of an application's container, on any machine. The container brings {@code jcmd}; its only writable folder is
 * {@code /tmp}.
 *
 * @param inside the container
 * @param folder for the results
 */
record ContainedJvm(Inside inside, Path folder) implements ProfiledJvm {

    /** All applications are started with {@code java -jar app.jar}. */
    private static final String NAME = "app.jar";

    private static final String TMP = "/tmp/";
    private static final String LOG = "async-profiler.log";
    private static final String SETTINGS = "profile.jfc";

    @Override
    public Optional<String> profiler(String options) {
        if (!Files.exists(folder.resolve(AsyncProfiler.LIBRARY))) {
            inside.put(AsyncProfiler.library(folder), TMP + AsyncProfiler.LIBRARY);
        }
        // In quotes, because jcmd would take what stands before an equals sign for a name of its own.
        String said = inside.run(
                "jcmd",
                NAME,
                "JVMTI.agent_load",
                TMP + AsyncProfiler.LIBRARY,
                "\"%s,log=%s%s\"".formatted(options, TMP, LOG));
        return said.contains("return code: 0") ? Optional.empty() : Optional.of(why(said));
    }

    /** Returns the last line of the profiler's log, or of what jcmd said if there is none. */
    private String why(String said) {
        Path log = folder.resolve(LOG);
        try {
            inside.fetch(TMP + LOG, log);
        } catch (Fault none) {
            return last(said);
        }
        return last(String.join("\n", Disk.lines(log)));
    }

    private static String last(String text) {
        return text.lines()
                .filter(line -> !line.isBlank())
                .reduce((_, last) -> last)
                .orElse("no reason given");
    }

    @Override
    public Path seen(Path result) {
        return Path.of(TMP).resolve(result.getFileName());
    }

    @Override
    public void record() {
        inside.put(FlightRecording.settings(folder), TMP + SETTINGS);
        String said = inside.run(
                "jcmd", NAME, "JFR.start", "name=profile", "settings=" + TMP + SETTINGS, "filename=" + recording());
        if (!said.contains("Started recording")) {
            throw Fault.broken("The flight recording does not begin: %s.".formatted(last(said)));
        }
    }

    private String recording() {
        return seen(FlightRecording.file(folder)).toString();
    }

    @Override
    public void fetch(Path recording) {
        inside.run("jcmd", NAME, "JFR.stop", "name=profile", "filename=" + recording());
        inside.fetch(recording(), FlightRecording.file(folder));
        inside.fetch(seen(recording).toString(), recording);
    }

    @Override
    public void clean() {
        Disk.attempt("delete from " + folder, () -> Files.deleteIfExists(folder.resolve(AsyncProfiler.LIBRARY)));
    }
}
