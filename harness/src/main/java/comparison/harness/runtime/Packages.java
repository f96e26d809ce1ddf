package comparison.harness.runtime;

import comparison.contract.DatabaseAddress;
import comparison.harness.Fault;
import comparison.harness.plan.Limits;
import comparison.harness.plan.Own;
import comparison.harness.plan.Packaging;
import comparison.harness.plan.Variant;
import comparison.harness.process.Logs;
import comparison.harness.process.Program;
import comparison.harness.record.Disk;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.jar.JarFile;
import java.util.stream.Stream;

/**
 * Prepares what the runtime {@code process} starts: jars laid out as in the images, AOT caches, native executables. All
 * starts of a variant run the same files, even if somebody builds in the meantime.
 */
final class Packages {

    /** Without this flag Spring ignores the prepared context in its jar. */
    private static final String CONTEXT_IS_PREPARED = "-Dspring.aot.enabled=true";

    private final Path project;
    private final Path java;
    private final List<String> common;
    private final Limits limits;
    private final Map<String, String> unmade = new HashMap<>();
    /** Digests of the files that each variant runs. */
    private final Map<String, Map<Path, String>> files = new HashMap<>();

    /**
     * Creates an instance without preparing anything.
     *
     * @param java the executable of the JVM
     * @param common the flags of every JVM
     * @param limits that native executables and trainings of AOT caches get as flags
     */
    Packages(Path project, Path java, List<String> common, Limits limits) {
        this.project = project;
        this.java = java;
        this.common = common;
        this.limits = limits;
    }

    /**
     * Lays out jars and trains AOT caches that are missing or outdated. If a training fails, {@link #command} reports
     * it, and the other variants are measured.
     *
     * @throws Fault if a jar is missing or cannot be laid out
     */
    void prepare(List<Variant> variants, DatabaseAddress database, Path log) {
        for (Variant variant : variants) {
            if (variant.packaging() != Packaging.NATIVE && variant.own() == null) {
                BuildLock.during(project, () -> layOut(variant, log));
            }
            if (variant.packaging().hasAotCache()) {
                train(variant, database);
            }
            remember(variant);
        }
    }

    private void remember(Variant variant) {
        try {
            var _ = command(variant);
        } catch (Fault e) {
            // Its start reports it.
        }
    }

    private void train(Variant variant, DatabaseAddress database) {
        try {
            cache(variant).prepare(database);
        } catch (Fault e) {
            e.rethrowIfOfTheRun();
            unmade.put(variant.id(), e.line());
        }
    }

    /**
     * Returns the command that starts a variant: a user's own command, a native executable, or a JVM with all its
     * flags.
     *
     * @throws Fault if something that it needs is missing or outdated, or is not what the first call found; the message
     *     says what to do
     */
    List<String> command(Variant variant) {
        List<String> command = current(variant);
        Map<Path, String> now = digests(command);
        Map<Path, String> first = files.computeIfAbsent(variant.id(), _ -> now);
        Stream.concat(first.keySet().stream(), now.keySet().stream())
                .filter(file -> !Objects.equals(first.get(file), now.get(file)))
                .findFirst()
                .ifPresent(changed -> {
                    throw Fault.ofTheRun(
                            "%s was built again after this run had begun, so this start would run other code than the earlier ones. Put the file back and resume the run, or begin a new one. To build during a run, use another clone."
                                    .formatted(changed),
                            null);
                });
        return command;
    }

    /** Computes the digests of the files with code that a command names, and of the libraries of its jar. */
    private Map<Path, String> digests(List<String> command) {
        Map<Path, String> digests = new TreeMap<>();
        Stream.concat(
                        Stream.of(command.getFirst()),
                        command.stream()
                                .map(word -> word.replace(AotCache.FLAG, ""))
                                .filter(word -> word.endsWith(".jar") || word.endsWith(".aot")))
                .map(project::resolve)
                .flatMap(file -> Stream.concat(Stream.of(file), libraries(file)))
                .filter(Files::isRegularFile)
                .forEach(file -> digests.put(file, Sha256.of(file)));
        return digests;
    }

    /** Lists the libraries of a jar, which the builds of this project put into folders next to it. */
    private static Stream<Path> libraries(Path jar) {
        return jar.toString().endsWith(".jar")
                ? Stream.of("lib", "app", "quarkus").map(jar::resolveSibling).flatMap(AppSources::below)
                : Stream.empty();
    }

    private List<String> current(Variant variant) {
        if (unmade.containsKey(variant.id())) {
            throw Fault.broken(unmade.get(variant.id()));
        }
        Own own = variant.own();
        if (own != null) {
            return command(variant.id(), own);
        }
        if (variant.packaging() == Packaging.NATIVE) {
            return executable(variant);
        }
        if (variant.packaging().hasAotCache()) {
            return cache(variant).start();
        }
        return Stream.concat(
                        java(variant).stream(),
                        Stream.of("-jar", laidOut(variant).toString()))
                .toList();
    }

    private static List<String> command(String id, Own own) {
        if (own.command().isEmpty()) {
            throw Fault.missing(
                    "the variant %s has nothing that the runtime process can start. Give it a jar or a command in variants.yaml, or measure it in the runtime docker."
                            .formatted(id));
        }
        return own.command();
    }

    private AotCache cache(Variant variant) {
        return new AotCache(variant, laidOut(variant), java(variant), Flags.of(limits));
    }

    private List<String> java(Variant variant) {
        return Stream.of(
                        List.of(java.toString()),
                        Flags.of(variant, common),
                        Maven.isPrepared(variant.jar()) ? List.of(CONTEXT_IS_PREPARED) : List.<String>of())
                .flatMap(List::stream)
                .toList();
    }

    /**
     * Returns the flags of every native image. Its heap has the same share of the limit as a JVM's heap. Without a
     * control group that shows the limit, the flags must state it.
     */
    List<String> nativeFlags() {
        return limits == Limits.NONE
                ? DockerTestbed.NATIVE_FLAGS
                : List.of("-Xmx" + Limits.MEMORY_BYTES * 6 / 10, "-XX:ActiveProcessorCount=" + Limits.CPUS);
    }

    private List<String> executable(Variant variant) {
        Path target = project.resolve(variant.app()).resolve("target");
        String kind = variant.environment().getOrDefault("THREADS", "platform");
        Path perKind = target.resolve(variant.app() + "-" + kind);
        Path executable = Files.isExecutable(perKind) ? perKind : target.resolve(variant.app());
        String lacks = !Files.isExecutable(executable)
                ? "the variant %s has no executable at %s"
                : !files.containsKey(variant.id())
                                && AppSources.changedSince(project, variant.app(), AppSources.changed(executable))
                        ? "the executable of the variant %s at %s is older than its sources"
                        : "";
        if (!lacks.isEmpty()) {
            throw Fault.missing((lacks
                            + ". Build it: GRAALVM_HOME=... ./bench mvn -Pnative -Dthreads=%s -pl %s -am package -DskipTests; or measure it in the runtime docker.")
                    .formatted(variant.id(), executable, kind, variant.app()));
        }
        return Stream.concat(Stream.of(executable.toString()), nativeFlags().stream())
                .toList();
    }

    private Path jar(Variant variant) {
        Path jar = project.resolve(variant.jar());
        if (!Files.isReadable(jar)) {
            throw Fault.broken("The variant %s has no jar at %s. Correct 'jar' in variants.yaml, or build it."
                    .formatted(variant.id(), jar));
        }
        return jar;
    }

    private Path laidOut(Variant variant) {
        Path jar = jar(variant);
        return isNested(jar) ? layout(jar).resolve("app.jar") : jar;
    }

    private static Path layout(Path jar) {
        return jar.resolveSibling(jar.getFileName() + ".layout");
    }

    /**
     * Extracts Spring Boot's nested jar to a jar next to a folder {@code lib}, as in the images and as AOT caches
     * require.
     */
    private void layOut(Variant variant, Path log) {
        Path jar = jar(variant);
        Path folder = layout(jar);
        Path madeFrom = folder.resolve("made-from.sha256");
        if (!isNested(jar) || Disk.lines(madeFrom).equals(List.of(Sha256.of(jar)))) {
            return;
        }
        Disk.deleteTree(folder);
        List<String> extract = List.of(
                java.toString(),
                "-Djarmode=tools",
                "-jar",
                jar.toString(),
                "extract",
                "--force",
                "--application-filename",
                "app.jar",
                "--destination",
                folder.toString());
        if (!new Program(extract).run(log).succeeded()) {
            throw Fault.broken("%s cannot be extracted: %s. Log: %s".formatted(jar, Logs.lastLine(log), log));
        }
        Disk.write(madeFrom, Sha256.of(jar));
    }

    private static boolean isNested(Path jar) {
        try (JarFile file = new JarFile(jar.toFile())) {
            return file.getEntry("BOOT-INF/lib/") != null || file.getEntry("BOOT-INF/classes/") != null;
        } catch (IOException e) {
            return false;
        }
    }
}
