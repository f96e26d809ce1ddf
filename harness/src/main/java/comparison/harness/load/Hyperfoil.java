package comparison.harness.load;

import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/**
 * Builds the command of the Hyperfoil client as a child process.
 *
 * @param built the folder {@code hyperfoil/target} of this project, with classes and libraries
 */
public record Hyperfoil(Path built) {

    /** Netty manages memory outside the heap; both flags only suppress the JVM's warnings about that. */
    private static final List<String> NETTY_FLAGS =
            List.of("--enable-native-access=ALL-UNNAMED", "--sun-misc-unsafe-memory-access=allow");

    private static final String CORE = "hyperfoil-core-";

    /** Returns Hyperfoil's version, which is part of the library's name. */
    public String version() {
        try (Stream<Path> libraries = Files.list(libraries())) {
            return libraries
                    .map(library -> library.getFileName().toString())
                    .filter(name -> name.startsWith(CORE))
                    .map(name -> name.substring(CORE.length()).replace(".jar", ""))
                    .findFirst()
                    .orElse("of unknown version");
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /**
     * Returns the command that starts the client, with {@link JMeter#JVM_FLAGS}.
     *
     * @param java the executable of the JVM
     */
    public List<String> client(Path java) {
        List<String> command = new ArrayList<>(List.of(java.toString()));
        command.addAll(JMeter.JVM_FLAGS);
        command.addAll(NETTY_FLAGS);
        String classPath = built.resolve("classes") + File.pathSeparator + libraries() + "/*";
        command.addAll(List.of("-cp", classPath, "comparison.hyperfoil.Client"));
        return command;
    }

    private Path libraries() {
        return built.resolve("lib");
    }
}
