package comparison.harness.runtime;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** What makes native images, as this machine has it. */
public final class GraalVm {

    private static final Pattern WANTED = Pattern.compile("(?m)^JAVA_VERSION=\"25\\b.*");
    private static final String CURE =
            "set GRAALVM_HOME to a GraalVM 25 (https://www.graalvm.org); until then the rows of native variants say why they are empty";

    private static final String BUILDER = "GRAALVM_IMAGE=";

    private GraalVm() {}

    /**
     * Says in one line whether native variants can be built.
     *
     * @param home what GRAALVM_HOME says, or null
     * @param project the folder of this project, whose .env may name the image that makes them
     * @param engine whether an engine of containers answers
     */
    public static String state(@Nullable String home, Path project, boolean engine) {
        return builder(project)
                .map(image -> builder(
                        image, engine ? Optional.of(Docker.imageId(image).isPresent()) : Optional.empty()))
                .orElseGet(() -> atHand(home));
    }

    /** Returns the image that .env names for making native images. */
    static Optional<String> builder(Path project) {
        return read(project.resolve(".env"))
                .lines()
                .filter(line -> line.startsWith(BUILDER))
                .map(line -> line.substring(BUILDER.length()).replace("\"", "").strip())
                .filter(image -> !image.isEmpty())
                .reduce((_, last) -> last);
    }

    /**
     * Says what is known of that image.
     *
     * @param here whether this machine has it; empty if nobody could be asked
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
