package comparison.harness.runtime;

import comparison.harness.Fault;
import comparison.harness.load.ClientProgram;
import comparison.harness.load.Engine;
import comparison.harness.plan.Variant;
import comparison.harness.process.Program;
import comparison.harness.record.Disk;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.FileTime;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** Builds parts of this project with Maven. A file lock serializes the builds of concurrent runs. */
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

    /** Builds the jars of these variants that are missing or older than the sources of the app or of Sprout. */
    void build(Collection<Variant> variants, Path log) {
        Set<String> apps = new TreeSet<>();
        for (Variant variant : variants) {
            Matcher prepared = PREPARED.matcher(variant.jar());
            if (prepared.matches()) {
                buildPrepared(variant, prepared.group(1), log);
            } else if (!variant.app().isEmpty()) {
                apps.add(variant.app());
            }
        }
        buildApps(apps, log);
    }

    /** Returns whether a jar has a prepared context, which Spring uses only if a flag tells it to. */
    static boolean isPrepared(String jar) {
        return PREPARED.matcher(jar).matches();
    }

    private void buildPrepared(Variant variant, String threads, Path log) {
        locked(() -> {
            if (isStale(variant.app(), project.resolve(variant.jar()))) {
                run(
                        log,
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

    /** Builds the apps whose jar is missing or older than the {@link AppSources sources} of the app. */
    public void buildApps(Collection<String> apps, Path log) {
        locked(() -> {
            List<String> stale = apps.stream()
                    .distinct()
                    .filter(app ->
                            isStale(app, project.resolve(app).resolve("target").resolve(app + ".jar")))
                    .toList();
            if (!stale.isEmpty()) {
                run(log, List.of("-pl", String.join(",", stale), "-am", "package", "-DskipTests", NO_FORMATTER));
            }
        });
    }

    private boolean isStale(String app, Path jar) {
        FileTime built = latest(
                AppSources.changed(jar), AppSources.changed(jar.resolveSibling(jar.getFileName() + ".original")));
        return Files.isRegularFile(project.resolve(app).resolve("pom.xml"))
                && AppSources.changedSince(project, app, built);
    }

    private boolean isNewer(Path built, String... sources) {
        return AppSources.anyNewer(project, AppSources.changed(built), Stream.of(sources));
    }

    /**
     * Spring Boot's nested jar has the fixed time of reproducible archives; the original jar next to it has the real
     * one.
     */
    private static FileTime latest(FileTime one, FileTime other) {
        return one.compareTo(other) > 0 ? one : other;
    }

    /** Builds the client of a load engine if it is missing or older than its sources. */
    void build(Engine engine, Path log) {
        ClientProgram client = engine.client(project);
        locked(() -> {
            if (isNewer(client.built(), engine.id() + "/src", engine.id() + "/pom.xml", "jmeter/src", "pom.xml")) {
                run(
                        log,
                        Stream.concat(client.build().stream(), Stream.of(NO_FORMATTER))
                                .toList());
            }
        });
        if (!Files.isRegularFile(client.built())) {
            throw Fault.broken("Maven did not build the client of %s. Log: %s".formatted(engine.id(), log));
        }
    }

    private void locked(Runnable build) {
        Path lock = project.resolve("harness/target/build.lock");
        Disk.attempt("lock " + lock, () -> {
            Files.createDirectories(lock.getParent());
            try (FileChannel channel = FileChannel.open(lock, StandardOpenOption.CREATE, StandardOpenOption.WRITE);
                    var held = channel.lock()) {
                build.run();
                assert held.isValid();
            }
        });
    }

    private void run(Path log, List<String> arguments) {
        List<String> command = new ArrayList<>(List.of(executable, "-B", "-q", "-f", project.toString()));
        command.addAll(arguments);
        if (!new Program(command)
                .with(Map.of("JAVA_HOME", System.getProperty("java.home")))
                .run(log)
                .succeeded()) {
            throw Fault.broken("Maven fails: %s. Log: %s".formatted(firstError(log), log));
        }
    }

    private static String firstError(Path log) {
        return Disk.lines(log).stream()
                .filter(line -> line.contains("[ERROR]"))
                .map(line -> line.substring(line.indexOf("[ERROR]")))
                .findFirst()
                .orElse("it says nothing about the cause");
    }
}
