package comparison.harness.cli;

import comparison.harness.Fault;
import comparison.harness.Names;
import comparison.harness.record.Disk;
import comparison.harness.record.RunFolder;
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
 * The clone of the repository that {@code bench} was started from.
 *
 * @param path its folder
 * @param maven the executable of Maven
 */
public record Project(Path path, String maven) {

    private static final String PUBLISHED = "published";
    private static final List<String> NO_RUNS = List.of("latest", PUBLISHED, "engine", "profile");

    /** Size limit of a published file, in bytes. */
    private static final long MOST_PUBLISHED = 1 << 20;

    private static final DateTimeFormatter STAMP = DateTimeFormatter.ofPattern("yyyyMMdd-HHmmss");

    /** Returns the current local time, with which the name of a new folder of results begins. */
    public static String stamp() {
        return LocalDateTime.now(ZoneId.systemDefault()).format(STAMP);
    }

    /** Returns the project that the launcher passes in system properties. */
    public static Project here() {
        return new Project(
                Path.of(System.getProperty("bench.project", "")).toAbsolutePath(),
                System.getProperty("bench.maven", "mvn"));
    }

    /** Returns {@code results/}, which contains the folders of all runs of this clone. */
    public Path results() {
        return path.resolve("results");
    }

    /** Returns the folder of the committed results. */
    public Path published() {
        return results().resolve(PUBLISHED);
    }

    /** Returns the runs of this clone, oldest first, without those that exist only as published. */
    List<RunFolder> runs() {
        return below(results())
                .filter(run -> !NO_RUNS.contains(run.path().getFileName().toString()))
                .toList();
    }

    /** Returns the committed runs, oldest first. */
    List<RunFolder> publishedRuns() {
        return below(published()).filter(Project::isRun).toList();
    }

    private static Stream<RunFolder> below(Path parent) {
        try (Stream<Path> folders = Files.list(parent)) {
            return folders
                    .filter(Files::isDirectory)
                    .sorted(Comparator.comparing(Path::getFileName))
                    .map(RunFolder::new)
                    .toList()
                    .stream();
        } catch (IOException e) {
            return Stream.empty();
        }
    }

    /** Returns the newest finished run, by the link {@code results/latest}; empty without such a link. */
    Optional<RunFolder> latest() {
        return folder(results().resolve("latest"));
    }

    /**
     * Finds a run by name or folder, first in {@code results/}, then among the published ones. {@code latest} is the
     * newest finished run.
     *
     * @throws Fault of kind BAD_INPUT if there is no such run; the message lists or suggests valid names
     */
    public RunFolder run(String name) {
        return find(name).orElseThrow(() -> Fault.badInput("Unknown run '%s'. %s".formatted(name, valid(name))));
    }

    /** Returns whether a run of that name or folder exists. */
    boolean hasRun(String name) {
        return find(name).isPresent();
    }

    /**
     * Copies the small reports and JSON files of a profile to the committed results. Recordings and logs are not
     * copied: they are large and contain paths of this machine.
     *
     * @param folder of the profile
     * @param name of its copy
     * @return the folder of the copy
     */
    public Path publish(Path folder, String name) {
        Path target = published().resolve(name);
        Disk.copy(
                folder,
                target,
                file -> file.toString().matches(".*\\.(html|md|json)")
                        && folder.resolve(file).toFile().length() <= MOST_PUBLISHED);
        return target;
    }

    /**
     * Returns whether a run is in {@link #published()}. Published runs have no raw files and cannot be measured
     * further.
     */
    boolean isPublished(RunFolder run) {
        return Files.isDirectory(published())
                && run.path().startsWith(real(published()).path());
    }

    private Optional<RunFolder> find(String name) {
        return folder(results().resolve(name))
                .or(() -> folder(published().resolve(name)).filter(Project::isRun))
                .or(() -> folder(Path.of(name)));
    }

    private Optional<RunFolder> folder(Path path) {
        return Optional.of(path).filter(Files::isDirectory).map(this::real);
    }

    /** Distinguishes runs from published profiles and comparisons of engines, whose names begin with their kind. */
    private static boolean isRun(RunFolder folder) {
        return Character.isDigit(folder.path().getFileName().toString().charAt(0))
                && Files.isRegularFile(folder.plan());
    }

    private RunFolder real(Path folder) {
        try {
            return new RunFolder(folder.toRealPath());
        } catch (IOException e) {
            throw Fault.badInput("%s cannot be read: %s.".formatted(folder, e.getMessage()));
        }
    }

    private String valid(String given) {
        List<String> names = Stream.concat(
                        latest().map(_ -> "latest").stream(),
                        Stream.concat(publishedRuns().stream(), runs().stream())
                                .map(run -> run.path().getFileName().toString())
                                .distinct()
                                .sorted()) // names begin with date and time
                .toList();
        return names.isEmpty()
                ? "No run exists yet; './bench run' makes one."
                : Names.hint(given, names, "'./bench list' shows all.");
    }
}
