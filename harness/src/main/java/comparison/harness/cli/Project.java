package comparison.harness.cli;

import comparison.harness.Fault;
import comparison.harness.raw.RunFolder;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalDateTime;
import java.time.ZoneId;
import java.time.format.DateTimeFormatter;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * The clone that {@code bench} was started from.
 *
 * @param path its folder
 * @param maven the executable of Maven
 */
record Project(Path path, String maven) {

    private static final List<String> NO_RUNS = List.of("latest", "published", "engine", "profile");

    private static final DateTimeFormatter STAMP = DateTimeFormatter.ofPattern("yyyyMMdd-HHmmss");

    /** Returns how the name of a folder of results begins that is made now. */
    static String stamp() {
        return LocalDateTime.now(ZoneId.systemDefault()).format(STAMP);
    }

    /** Returns the one that the launcher names. */
    static Project here() {
        return new Project(
                Path.of(System.getProperty("bench.project", "")).toAbsolutePath(),
                System.getProperty("bench.maven", "mvn"));
    }

    Path results() {
        return path.resolve("results");
    }

    /** Returns the runs of this clone, the oldest first. */
    List<RunFolder> runs() {
        try (Stream<Path> folders = Files.list(results())) {
            return folders.filter(Files::isDirectory)
                    .filter(folder -> !NO_RUNS.contains(folder.getFileName().toString()))
                    .sorted(Comparator.comparing(Path::getFileName))
                    .map(RunFolder::new)
                    .toList();
        } catch (IOException e) {
            return List.of();
        }
    }

    /** Returns the newest finished run, if there is one. */
    Optional<RunFolder> latest() {
        return Optional.of(results().resolve("latest"))
                .filter(Files::isDirectory)
                .map(this::real);
    }

    /** Returns the run of that name or folder; {@code latest} is the newest finished one. */
    RunFolder run(String name) {
        return find(name).orElseThrow(() -> Fault.badInput("Unknown run '%s'. Valid: %s.".formatted(name, names())));
    }

    /** Returns whether there is a run of that name or folder. */
    boolean hasRun(String name) {
        return find(name).isPresent();
    }

    private Optional<RunFolder> find(String name) {
        return Stream.of(results().resolve(name), Path.of(name))
                .filter(Files::isDirectory)
                .map(this::real)
                .findFirst();
    }

    private RunFolder real(Path folder) {
        try {
            return new RunFolder(folder.toRealPath());
        } catch (IOException e) {
            throw Fault.badInput("%s cannot be read: %s.".formatted(folder, e.getMessage()));
        }
    }

    private String names() {
        List<String> names =
                runs().stream().map(run -> run.path().getFileName().toString()).toList();
        return names.isEmpty() ? "none yet, './bench run' makes one" : "latest, " + String.join(", ", names);
    }
}
