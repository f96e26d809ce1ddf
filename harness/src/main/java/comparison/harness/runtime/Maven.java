package comparison.harness.runtime;

import comparison.harness.Fault;
import comparison.harness.load.ClientProgram;
import comparison.harness.load.Engine;
import comparison.harness.plan.Variant;
import comparison.harness.process.Program;
import comparison.harness.record.Disk;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** Builds parts of this project with Maven, one process at a time. */
public final class Maven {

    private static final String NO_FORMATTER = "-Dspotless.check.skip";
    /** Jar of a Spring application whose context is prepared at build time, for one kind of threads. */
    private static final Pattern PREPARED = Pattern.compile(".+/target/aot-([a-z]+)/[^/]+");

    private final Path project;
    private final String executable;

    /** Creates a builder for the project in this folder, with this executable of Maven. */
    public Maven(Path project, String executable) {
        this.project = project;
        this.executable = executable;
    }

    /** Builds the jars of these variants that are missing or older than the {@link AppSources sources} of their app. */
    void build(Collection<Variant> variants, Path log) {
        Map<String, Set<Path>> jars = new TreeMap<>();
        for (Variant variant : variants) {
            Matcher prepared = PREPARED.matcher(variant.jar());
            if (prepared.matches()) {
                buildPrepared(variant, prepared.group(1), log);
            } else if (!variant.app().isEmpty()) {
                jars.computeIfAbsent(variant.app(), _ -> new TreeSet<>()).add(project.resolve(variant.jar()));
            }
        }
        build(jars, log);
    }

    /** Returns whether a jar has a prepared context, which Spring uses only if a flag tells it to. */
    static boolean isPrepared(String jar) {
        return PREPARED.matcher(jar).matches();
    }

    private void buildPrepared(Variant variant, String threads, Path log) {
        Path jar = project.resolve(variant.jar());
        BuildLock.during(project, () -> {
            if (isStale(variant.app(), jar)) {
                run(
                        log,
                        Stream.of(jar),
                        List.of(
                                "-Pspring-aot",
                                "-Dthreads=" + threads,
                                "-pl",
                                variant.app(),
                                "-am",
                                "package",
                                "-Dmaven.test.skip",
                                NO_FORMATTER));
            }
        });
    }

    /** Builds an app if its jar is missing or older than its {@link AppSources sources}. */
    public void buildApp(String app, Path log) {
        build(Map.of(app, Set.of()), log);
    }

    /** @param jars by app, what must exist besides the jar that is named like it */
    private void build(Map<String, Set<Path>> jars, Path log) {
        BuildLock.during(project, () -> {
            List<String> stale = jars.entrySet().stream()
                    .filter(app -> isStale(app.getKey(), app.getValue()))
                    .map(Map.Entry::getKey)
                    .toList();
            if (!stale.isEmpty()) {
                run(
                        log,
                        stale.stream().map(this::jar),
                        List.of("-pl", String.join(",", stale), "-am", "package", "-DskipTests", NO_FORMATTER));
            }
        });
    }

    private Path jar(String app) {
        return project.resolve(app).resolve("target").resolve(app + ".jar");
    }

    /** A native build makes the jar of an app, but not always the layout that a JVM starts, so that is looked for too. */
    private boolean isStale(String app, Set<Path> jars) {
        return isStale(app, jar(app)) || jars.stream().anyMatch(jar -> !Files.exists(jar) && isStale(app, jar));
    }

    private boolean isStale(String app, Path jar) {
        return Files.isRegularFile(project.resolve(app).resolve("pom.xml"))
                && AppSources.changedSince(project, app, AppSources.changed(dated(jar)));
    }

    private boolean isNewer(Path built, String... sources) {
        return AppSources.anyNewer(project, AppSources.changed(built), Stream.of(sources));
    }

    /**
     * Returns the file whose time tells when a jar was built. Spring Boot's nested jar has the fixed time of
     * reproducible archives; the original jar next to it has the real one.
     */
    private static Path dated(Path jar) {
        Path original = jar.resolveSibling(jar.getFileName() + ".original");
        return Files.isRegularFile(original) ? original : jar;
    }

    /** Builds the client of a load engine if it is missing or older than its sources. */
    void build(Engine engine, Path log) {
        ClientProgram client = engine.client(project);
        BuildLock.during(project, () -> {
            if (isNewer(client.built(), engine.id() + "/src", engine.id() + "/pom.xml", "jmeter/src", "pom.xml")) {
                run(
                        log,
                        Stream.of(client.built()),
                        Stream.concat(client.build().stream(), Stream.of(NO_FORMATTER))
                                .toList());
            }
        });
        if (!Files.isRegularFile(client.built())) {
            throw Fault.broken("Maven did not build the client of %s. Log: %s".formatted(engine.id(), log));
        }
    }

    /**
     * Runs Maven.
     *
     * @param built files that get the time of the build. Maven does not write a jar again if its classes stay the same,
     *     as after a checkout, so it would be older than its sources at each run
     */
    private void run(Path log, Stream<Path> built, List<String> arguments) {
        FileTime begin = FileTime.from(Instant.now());
        int earlier = Disk.lines(log).size(); // of other builds, and of the session before a --resume
        List<String> command = new ArrayList<>(List.of(executable, "-B", "-q", "-f", project.toString()));
        command.addAll(arguments);
        if (!new Program(command)
                .with(Map.of("JAVA_HOME", System.getProperty("java.home")))
                .run(log)
                .succeeded()) {
            throw Fault.broken("Maven fails: %s. Log: %s".formatted(firstError(log, earlier), log));
        }
        built.map(Maven::dated)
                .filter(Files::isRegularFile)
                .filter(file -> AppSources.changed(file).compareTo(begin) < 0)
                .forEach(file -> Disk.attempt("write " + file, () -> Files.setLastModifiedTime(file, begin)));
    }

    private static String firstError(Path log, int earlier) {
        return Disk.lines(log).stream()
                .skip(earlier)
                .filter(line -> line.contains("[ERROR]"))
                .map(line -> line.substring(line.indexOf("[ERROR]")))
                .findFirst()
                .orElse("it says nothing about the cause");
    }
}
