package comparison.harness.runtime;

import static java.nio.charset.StandardCharsets.UTF_8;

import comparison.harness.Fault;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.PathMatcher;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.List;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * Computes one digest of everything that an image is made from: its part of compose.yaml, its base images, and the
 * files that reach the builder. The builder itself cannot tell whether an image is up to date. Images share stages, a
 * build without cache makes them again, and linked or trained results never have the same bytes twice.
 *
 * @param context the folder that is sent to the builder, as far as its {@code .dockerignore} allows
 */
record ImageInputs(Path context) {

    private static final String DOCKER_IGNORE = ".dockerignore";
    private static final String BASE = "_IMAGE";

    /**
     * Returns the SHA-256 digest in hexadecimal.
     *
     * @param build the service's {@code build} in Compose's resolved form
     * @param idOf returns the id of a base image; any constant if it is not present yet
     * @throws Fault if a file cannot be read
     */
    String digest(JsonNode build, UnaryOperator<String> idOf) {
        try (Stream<Path> files = Files.walk(context)) {
            MessageDigest digest = MessageDigest.getInstance("SHA-256");
            JsonNode used = used(build);
            digest.update(used.toString().getBytes(UTF_8));
            Path recipe = context.resolve(build.path("dockerfile").asString());
            digest.update(Files.isRegularFile(recipe) ? Files.readAllBytes(recipe) : new byte[0]);
            used.path("args").properties().stream()
                    .filter(argument -> argument.getKey().endsWith(BASE))
                    .forEach(base ->
                            digest.update(idOf.apply(base.getValue().asString()).getBytes(UTF_8)));
            List<Rule> rules = rules();
            for (Path file : files.filter(Files::isRegularFile).sorted().toList()) {
                Path name = context.relativize(file);
                if (reaches(name, rules)) {
                    digest.update(name.toString().getBytes(UTF_8));
                    digest.update(Files.readAllBytes(file));
                }
            }
            return HexFormat.of().formatHex(digest.digest());
        } catch (IOException | UncheckedIOException e) {
            throw Fault.broken("Cannot read what the images are built from: %s.".formatted(e.getMessage()), e);
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every JDK has SHA-256", e);
        }
    }

    /** Removes the arguments for other packagings, because compose.yaml passes all arguments to each build. */
    private static JsonNode used(JsonNode build) {
        JsonNode used = build.deepCopy();
        String packaging = build.path("target").asString("");
        if (used.path("args") instanceof ObjectNode arguments) {
            List<String> others = arguments.propertyNames().stream()
                    .filter(name -> !isFor(packaging, name))
                    .toList();
            arguments.remove(others);
        }
        return used;
    }

    private static boolean isFor(String packaging, String argument) {
        if (argument.startsWith("AOT_")) {
            return packaging.startsWith("aot-");
        }
        return !argument.matches("(NATIVE|GRAALVM)_.*") || "native".equals(packaging);
    }

    /** A line of {@code .dockerignore}. The last matching line decides (Dockerfile reference, ".dockerignore file"). */
    private record Rule(PathMatcher matcher, boolean reaches) {

        static Rule of(String line) {
            boolean reaches = line.startsWith("!");
            String pattern = reaches ? line.substring(1) : line;
            String anywhere = pattern.startsWith("**/") ? "{,**/}" + pattern.substring(3) : pattern;
            return new Rule(FileSystems.getDefault().getPathMatcher("glob:" + anywhere + "{,/**}"), reaches);
        }
    }

    private List<Rule> rules() throws IOException {
        Path file = context.resolve(DOCKER_IGNORE);
        return (Files.isRegularFile(file) ? Files.readAllLines(file) : List.<String>of())
                .stream()
                        .map(String::strip)
                        .filter(line -> !line.isEmpty() && !line.startsWith("#"))
                        .map(Rule::of)
                        .toList();
    }

    private static boolean reaches(Path name, List<Rule> rules) {
        return rules.stream()
                .filter(rule -> rule.matcher().matches(name))
                .reduce((earlier, last) -> last)
                .map(Rule::reaches)
                .orElse(true);
    }
}
