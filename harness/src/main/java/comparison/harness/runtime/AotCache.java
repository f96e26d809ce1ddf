package comparison.harness.runtime;

import comparison.contract.AotTraining;
import comparison.contract.DatabaseAddress;
import comparison.harness.Fault;
import comparison.harness.plan.Packaging;
import comparison.harness.plan.Variant;
import comparison.harness.record.Disk;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/**
 * The AOT cache of one variant in the runtime {@code process}. The JVM refuses a cache of another JVM or of other
 * relevant flags. However, it has been observed to use a cache after the jar had changed. Therefore, the inputs of a
 * cache are recorded in a file next to it and compared before each start. Not safe for concurrent runs.
 */
final class AotCache {

    /** Names the file of the cache. */
    static final String FLAG = "-XX:AOTCache=";

    private static final String MADE_FROM = ".made-from";

    private final Variant variant;
    private final Path jar;
    private final List<String> java;
    private final List<String> limits;
    private final Path file;
    private final Path madeFrom;

    /**
     * Describes a cache without reading or creating it.
     *
     * @param jar the jar that is started; its libraries are in folders next to it
     * @param java the JVM and its flags
     * @param limits flags of the training, which runs outside of every box. Without them, a large machine gives it a
     *     heap that is too large for compressed pointers, and a JVM within the limits refuses the cache
     */
    AotCache(Variant variant, Path jar, List<String> java, List<String> limits) {
        this.variant = variant;
        this.jar = jar;
        this.java = java;
        this.limits = limits;
        this.file = jar.resolveSibling(variant.id() + ".aot");
        this.madeFrom = jar.resolveSibling(variant.id() + ".aot" + MADE_FROM);
    }

    /**
     * Creates the cache, unless a matching one exists.
     *
     * @throws Fault if the training fails
     */
    void prepare(DatabaseAddress database) {
        if (fits()) {
            return;
        }
        AotTraining.Kind kind =
                variant.packaging() == Packaging.JVM_AOT_TRAFFIC ? AotTraining.Kind.TRAFFIC : AotTraining.Kind.START;
        try {
            Disk.attempt("delete " + madeFrom, () -> Files.deleteIfExists(madeFrom));
            AotTraining.record(kind, file, training(), database, variant.environment());
            remember();
        } catch (IllegalStateException | AssertionError e) {
            throw Fault.broken("The AOT cache of %s cannot be made: %s".formatted(variant.id(), e.getMessage()), e);
        }
    }

    /** Returns the command that starts the variant for its training. */
    List<String> training() {
        return command(limits);
    }

    /** Records the inputs of the existing cache. */
    void remember() {
        Disk.attempt("write " + madeFrom, () -> Files.writeString(madeFrom, inputs()));
    }

    /**
     * Returns the command that starts the variant with the cache.
     *
     * @throws Fault if the cache is missing or was made from other inputs
     */
    List<String> start() {
        if (!fits()) {
            throw Fault.broken(
                    "the AOT cache %s does not fit: it is missing, or was made from other jars, flags or another JDK. Run again: it is rebuilt."
                            .formatted(file));
        }
        // With 'on', the JVM exits if it detects a mismatch. By default it would continue without the cache.
        return command(List.of(FLAG + file, "-XX:AOTMode=on"));
    }

    private List<String> command(List<String> flags) {
        return Stream.of(java, flags, List.of("-jar", jar.toString()))
                .flatMap(List::stream)
                .toList();
    }

    private boolean fits() {
        return Files.isRegularFile(file)
                && Disk.lines(madeFrom).equals(inputs().lines().toList());
    }

    /**
     * Lists everything that a cache depends on: JVM, flags, packaging, settings, and the jars in order of their names.
     */
    private String inputs() {
        StringBuilder inputs = new StringBuilder();
        inputs.append(System.getProperty("java.vm.version")).append('\n');
        inputs.append(training()).append('\n').append(variant.packaging().id()).append('\n');
        inputs.append(Map.copyOf(variant.environment()).entrySet().stream()
                        .map(Object::toString)
                        .sorted()
                        .toList())
                .append('\n');
        jars().forEach(path ->
                inputs.append(Sha256.of(path)).append(' ').append(path).append('\n'));
        return inputs.toString();
    }

    private List<Path> jars() {
        try (Stream<Path> files = Files.walk(jar.resolveSibling("."))) {
            return files.filter(file -> file.toString().endsWith(".jar"))
                    .sorted()
                    .toList();
        } catch (IOException | UncheckedIOException e) {
            return List.of(jar);
        }
    }
}
