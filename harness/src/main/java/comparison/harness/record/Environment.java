package comparison.harness.record;

import comparison.harness.Fault;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;
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
 * @param nativeFlags flags of every native image; null if they were not recorded
 * @param client version of the load engine, and the flags of its JVM
 * @param database version and settings
 * @param machine processor, memory, kernel
 * @param commit of this project, with {@code -dirty} if files were changed or added
 * @param loadAverageBefore of the last minute, before the first start
 * @param images by variant, in the runtime docker
 * @param cpusets which processors server, database and client have, or why they share them; null if that is unknown
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

    /**
     * A condition that differs between two environments.
     *
     * @param what its name
     */
    public record Difference(String what, Object first, Object now) {

        /** Creates the fault that refuses to resume a run because of this difference. */
        public Fault refusal() {
            return Fault.badInput(
                    "The run can't be resumed: its %s was %s and is now %s. Restore it, or begin a new run."
                            .formatted(what, first, now));
        }
    }

    /**
     * Lists the conditions of the figures that differ from those of another environment. A condition that is unknown in
     * one of the two is not compared.
     */
    public List<Difference> differencesFrom(Environment first) {
        List<Difference> all = new ArrayList<>(machine.differencesFrom(first.machine));
        note(all, "runtime", first.runtime, runtime);
        note(all, "limits", first.limits, limits);
        note(all, "JVM", first.jvm, jvm);
        note(all, "JVM flags", first.jvmFlags, jvmFlags);
        note(all, "flags of native images", first.nativeFlags, nativeFlags);
        note(all, "client", first.client, client);
        note(all, "database", first.database, database);
        note(all, "source of memory and CPU time", first.memorySource, memorySource);
        note(all, "division of the processors", first.cpusets, cpusets);
        images.forEach((variant, image) -> {
            Image before = first.images.get(variant);
            note(all, "image of " + variant, before == null ? null : before.id(), image.id());
        });
        return all;
    }

    private static void note(List<Difference> into, String what, @Nullable Object first, @Nullable Object now) {
        if (first != null && now != null && !first.equals(now)) {
            into.add(new Difference(what, first, now));
        }
    }

    /**
     * The machine.
     *
     * <p>A virtual machine has the processor that its hypervisor shows, often without the model's full name.
     *
     * @param cpu model name, which very different processors may share
     * @param cpuId vendor, family, model and stepping, or what ARM has instead; null if unknown
     * @param threadsPerCore hardware threads of a core, each of which counts in {@code cores}; null if unknown
     * @param cpuMhz clock rate when the run began; null if unknown
     * @param vulnerabilities those that affect the processor, with the kernel's words, such as {@code spectre_v1} and
     *     {@code Mitigation: ...}; null if unknown
     * @param cores that this program sees
     * @param memoryBytes total memory
     * @param kernel name and version
     * @param os name and version
     */
    public record Machine(
            String cpu,
            @Nullable String cpuId,
            @Nullable Integer threadsPerCore,
            @Nullable Double cpuMhz,
            @Nullable Map<String, String> vulnerabilities,
            int cores,
            long memoryBytes,
            String kernel,
            String os) {

        /** Lists what is known of the processor besides its name. */
        public List<String> processor() {
            return Stream.of(
                            Optional.ofNullable(cpuId),
                            Optional.ofNullable(threadsPerCore)
                                    .map(n -> n == 1 ? "1 thread per core" : n + " threads per core"),
                            Optional.ofNullable(cpuMhz).map(mhz -> Math.round(mhz) + " MHz"),
                            vulnerabilities("mitigated: ", true),
                            vulnerabilities("vulnerable: ", false))
                    .flatMap(Optional::stream)
                    .toList();
        }

        private Optional<String> vulnerabilities(String title, boolean mitigated) {
            return Optional.ofNullable(vulnerabilities)
                    .map(all -> all.entrySet().stream()
                            .filter(one -> one.getValue().contains("Mitigation") == mitigated)
                            .map(Map.Entry::getKey)
                            .collect(Collectors.joining(", ")))
                    .filter(names -> !names.isEmpty())
                    .map(title::concat);
        }

        /** Lists what differs from another machine. */
        public List<Difference> differencesFrom(Machine first) {
            List<Difference> all = new ArrayList<>();
            note(all, "processor", first.cpu, cpu);
            note(all, "processor model", first.cpuId, cpuId);
            note(all, "number of threads per core", first.threadsPerCore, threadsPerCore);
            note(all, "mitigation of vulnerabilities", first.vulnerabilities, vulnerabilities);
            note(all, "number of cores", first.cores, cores);
            note(all, "memory of the machine", first.memoryBytes, memoryBytes);
            note(all, "kernel", first.kernel, kernel);
            note(all, "operating system", first.os, os);
            return all;
        }

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
