package comparison.harness.load;

import java.io.File;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/** Hyperfoil's client, with its libraries in a separate folder. */
record Hyperfoil(Path project) implements ClientProgram {

    @Override
    public List<String> build() {
        return List.of("-pl", "hyperfoil", "-am", "package", "-DskipTests");
    }

    @Override
    public Path built() {
        return target().resolve("hyperfoil.jar");
    }

    /** Adds flags that only suppress the JVM's warnings about Netty, which manages memory outside the heap. */
    @Override
    public List<String> flags() {
        Stream<String> netty = Stream.of("--enable-native-access=ALL-UNNAMED", "--sun-misc-unsafe-memory-access=allow");
        return Stream.concat(ClientProgram.super.flags().stream(), netty).toList();
    }

    @Override
    public List<String> main() {
        String classPath = target().resolve("classes") + File.pathSeparator + target().resolve("lib") + "/*";
        return List.of("-cp", classPath, "comparison.hyperfoil.Client");
    }

    private Path target() {
        return project.resolve("hyperfoil/target");
    }
}
