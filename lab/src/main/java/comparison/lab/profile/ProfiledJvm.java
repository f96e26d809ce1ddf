package comparison.lab.profile;

import java.nio.file.Path;
import java.util.Optional;

/** The JVM that is profiled: a process of this machine, or one in a container of another. Used by one thread. */
interface ProfiledJvm {

    /**
     * Executes a command of async-profiler in it. Loads the library first if necessary.
     *
     * @param options as async-profiler's agent takes them, without a log
     * @return why it failed; empty if it succeeded
     */
    Optional<String> profiler(String options);

    /** Returns the path of a result as the JVM sees it. */
    Path seen(Path result);

    /** Begins the flight recording now, unless it began with the JVM. */
    void record();

    /**
     * Ends the flight recording and brings it and the profiler's recording here, if they are elsewhere. The JVM still
     * runs.
     *
     * @param recording of the profiler
     */
    void fetch(Path recording);

    /** Deletes what only the profiler needed. The JVM has ended. */
    void clean();
}
