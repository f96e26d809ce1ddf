package comparison.harness.runtime;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** What makes native images, as this machine has it. */
public final class GraalVm {

    private static final Pattern WANTED = Pattern.compile("(?m)^JAVA_VERSION=\"25\\b.*");
    private static final String CURE =
            "set GRAALVM_HOME to a GraalVM 25 (https://www.graalvm.org); until then the rows of native variants say why they are empty";

    private GraalVm() {}

    /**
     * Says in one line whether native variants can be built.
     *
     * @param home what GRAALVM_HOME says, or null
     * @param project the folder of this project, whose .env may name an image of GraalVM
     */
    public static String state(@Nullable String home, Path project) {
        if (namesImage(project)) {
            return "ok    packaging native: .env names an image of GraalVM";
        }
        if (home == null || home.isBlank()) {
            return "no    packaging native: GRAALVM_HOME is not set, so it is left to the public builder image, where it can be pulled; else "
                    + CURE;
        }
        if (!Files.isExecutable(Path.of(home, "bin", "native-image"))) {
            return "no    packaging native: GRAALVM_HOME is %s, which has no bin/native-image; %s"
                    .formatted(home, CURE);
        }
        return isWanted(Path.of(home))
                ? "ok    packaging native: GraalVM in " + home
                : "no    packaging native: the GraalVM in %s is not one of JDK 25; %s".formatted(home, CURE);
    }

    private static boolean namesImage(Path project) {
        return read(project.resolve(".env")).lines().anyMatch(line -> line.startsWith("GRAALVM_IMAGE="));
    }

    private static boolean isWanted(Path home) {
        return WANTED.matcher(read(home.resolve("release"))).find();
    }

    private static String read(Path file) {
        try {
            return Files.isRegularFile(file) ? Files.readString(file) : "";
        } catch (IOException e) {
            return "";
        }
    }
}
