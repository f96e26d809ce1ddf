package comparison.harness.runtime;

import comparison.contract.AotTraining;
import comparison.contract.DatabaseAddress;
import comparison.harness.Fault;
import comparison.harness.plan.Packaging;
import comparison.harness.plan.Variant;
import comparison.harness.raw.Disk;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/**
 * The AOT cache of one variant in the runtime {@code process}. The JVM itself refuses a cache of another JVM or of other
 * flags that matter, but was seen to use one of a jar that had changed since: so what a cache was made from is written
 * beside it, and compared before each start.
 */
final class AotCache {

    private static final String MADE_FROM = ".made-from";

    private final Variant variant;
    private final Path jar;
    private final List<String> java;
    private final Path file;
    private final Path madeFrom;

    /**
     * Describes a cache; nothing is read or made.
     *
     * @param jar what is started; its libraries are in folders beside it
     * @param java the JVM and its flags
     */
    AotCache(Variant variant, Path jar, List<String> java) {
        this.variant = variant;
        this.jar = jar;
        this.java = java;
        this.file = jar.resolveSibling(variant.id() + ".aot");
        this.madeFrom = jar.resolveSibling(variant.id() + ".aot" + MADE_FROM);
    }

    /** Makes it, unless it is there and fits. */
    void prepare(DatabaseAddress database) {
        if (fits()) {
            return;
        }
        AotTraining.Kind kind =
                variant.packaging() == Packaging.JVM_AOT_TRAFFIC ? AotTraining.Kind.TRAFFIC : AotTraining.Kind.START;
        try {
            Disk.attempt("delete " + madeFrom, () -> Files.deleteIfExists(madeFrom));
            AotTraining.record(kind, file, command(List.of()), database, variant.environment());
            remember();
        } catch (IllegalStateException | AssertionError e) {
            throw Fault.broken("The AOT cache of %s cannot be made: %s".formatted(variant.id(), e.getMessage()), e);
        }
    }

    /** Writes down what the cache that is there was made from. */
    void remember() {
        Disk.attempt("write " + madeFrom, () -> Files.writeString(madeFrom, inputs()));
    }

    /**
     * Returns what starts the variant with it.
     *
     * @throws Fault if it was made from something else
     */
    List<String> start() {
        if (!fits()) {
            throw Fault.broken(
                    "the AOT cache %s does not fit: it is missing, or was made from other jars, flags or another JDK. Run again: it is made anew."
                            .formatted(file));
        }
        // 'on' ends the JVM where it finds a mismatch itself; the default would go on without the cache.
        return command(List.of("-XX:AOTCache=" + file, "-XX:AOTMode=on"));
    }

    private List<String> command(List<String> cache) {
        return Stream.of(java, cache, List.of("-jar", jar.toString()))
                .flatMap(List::stream)
                .toList();
    }

    private boolean fits() {
        try {
            return Files.isRegularFile(file) && Files.readString(madeFrom).equals(inputs());
        } catch (IOException e) {
            return false;
        }
    }

    /** All that a cache depends on: the JVM, its flags, the settings in training, and the jars in the order of their names. */
    private String inputs() {
        StringBuilder inputs = new StringBuilder();
        inputs.append(System.getProperty("java.vm.version")).append('\n');
        inputs.append(java).append('\n').append(variant.packaging().id()).append('\n');
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
