package comparison.harness.load;

import java.nio.file.Path;
import java.util.List;

/** The client of a load engine, as Maven builds it for the runtime {@code process}. */
public interface ClientProgram {

    /** Returns the arguments with which Maven builds it. */
    List<String> build();

    /** Returns a file that {@link #build} writes; it does not exist if the client has to be built. */
    Path built();

    /**
     * Returns the flags of its JVM. A fixed heap makes the client the same for all loads. It is large enough to buffer
     * results without waiting.
     */
    default List<String> flags() {
        return List.of("-Xms512m", "-Xmx512m", "-XX:+UseSerialGC", "-Djava.awt.headless=true");
    }

    /** Returns class path, main class and arguments. */
    List<String> main();
}
