package comparison.harness.record;

import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Where a run took place; {@code environment.json}.
 *
 * @param schemaVersion version of the JSON form
 * @param startedAt ISO 8601
 * @param runtime {@code docker} or {@code process}
 * @param runtimeReason why this one
 * @param limits that were actually applied to server and database, one line each
 * @param memorySource where the figures of memory and CPU time come from
 * @param jvm that runs the variants
 * @param jvmFlags flags of every variant that has a JVM
 * @param nativeFlags flags of every native image; null in files of before 22 November 2026
 * @param client version of the load engine, and the flags of JMeter's JVM
 * @param database version and settings
 * @param machine processor, memory, kernel
 * @param commit of this project, with {@code -dirty} if files were changed or added
 * @param loadAverageBefore of the last minute, before the first start
 * @param images by variant, in the runtime docker; in files of the first version by service
 * @param cpusets which processors server, database and client have, or why they share them; null in schema 1
 */
public record Environment(
        int schemaVersion,
        String startedAt,
        String runtime,
        String runtimeReason,
        List<String> limits,
        String memorySource,
        String jvm,
        List<String> jvmFlags,
        @Nullable List<String> nativeFlags,
        String client,
        String database,
        Machine machine,
        String commit,
        double loadAverageBefore,
        Map<String, Image> images,
        @Nullable String cpusets) {

    /** The version that this program writes. */
    public static final int SCHEMA_VERSION = 2;

    /** Tells whether, before the run began, the load average was above half of the processors. */
    public boolean busyBefore() {
        return loadAverageBefore > machine.mostLoad();
    }

    /** Finds the image of a variant; null if it was not built. */
    public @Nullable Image image(String variant, String service) {
        Image own = images.get(variant);
        return own == null ? images.get(service) : own;
    }

    /**
     * The machine.
     *
     * @param cpu model name
     * @param cores that this program sees
     * @param memoryBytes total memory
     * @param kernel name and version
     * @param os name and version
     */
    public record Machine(String cpu, int cores, long memoryBytes, String kernel, String os) {

        /** The highest load average of a machine that counts as idle. */
        public double mostLoad() {
            return cores / 2.0;
        }
    }

    /**
     * A container image.
     *
     * @param id content digest
     * @param buildSeconds duration of its build with an empty layer cache, but with all dependencies downloaded
     * @param sizeBytes on disk, including the layers of the base image
     */
    public record Image(String id, @Nullable Double buildSeconds, long sizeBytes) {}
}
