package comparison.harness.runtime;

import comparison.harness.record.Disk;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Finds out whether this machine can build native images. */
public final class GraalVm {

    private static final Pattern WANTED = Pattern.compile("^JAVA_VERSION=\"25\\b");
    private static final String CURE =
            "set GRAALVM_HOME to a GraalVM 25 (https://www.graalvm.org); until then the rows of native variants say why they are empty";

    private static final String BUILDER = "GRAALVM_IMAGE=";

    private GraalVm() {}

    /**
     * Describes in one line whether native variants can be built.
     *
     * @param home value of GRAALVM_HOME, or null
     * @param project the folder of this project, whose .env may name the builder image
     * @param engine whether Docker's engine answers
     */
    public static String state(@Nullable String home, Path project, boolean engine) {
        return builder(project)
                .map(image -> builder(
                        image, engine ? Optional.of(Docker.imageId(image).isPresent()) : Optional.empty()))
                .orElseGet(() -> atHand(home));
    }

    /** Returns the builder image that .env names; empty if it names none. */
    static Optional<String> builder(Path project) {
        return Disk.lines(project.resolve(".env")).stream()
                .filter(line -> line.startsWith(BUILDER))
                .map(line -> line.substring(BUILDER.length()).replace("\"", "").strip())
                .filter(image -> !image.isEmpty())
                .reduce((_, last) -> last);
    }

    /**
     * Describes the state of a builder image in one line.
     *
     * @param here whether this machine has it; empty if Docker's engine does not answer
     */
    static String builder(String image, Optional<Boolean> here) {
        return here.map(there -> there
                        ? "ok    packaging native: builder image %s (.env): present".formatted(image)
                        : "no    packaging native: builder image %s (.env): named, not pulled; the next build of a native image pulls it, and one of localhost/ is made by 'GRAALVM_HOME=... ./bench images --from-debian'"
                                .formatted(image))
                .orElseGet(() ->
                        "no    packaging native: builder image %s (.env): named; whether it is present is not known, because no engine of containers answers"
                                .formatted(image));
    }

    private static String atHand(@Nullable String home) {
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

    private static boolean isWanted(Path home) {
        return Disk.lines(home.resolve("release")).stream()
                .anyMatch(line -> WANTED.matcher(line).find());
    }
}
