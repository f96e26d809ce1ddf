package comparison.harness.runtime;

import comparison.harness.record.Disk;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** The files that an app is built from: its own, those that its pom.xml takes from another app, and perhaps Sprout's. */
final class AppSources {

    private static final String NEEDS_SPROUT = "<artifactId>sprout</artifactId>";
    private static final Pattern OF_ANOTHER_APP = Pattern.compile("\\.\\./([\\w-]+/src)/");

    private AppSources() {}

    /** Returns whether one of the app's files is newer than what was built from them. */
    static boolean changedSince(Path project, String app, FileTime built) {
        List<String> pom = Disk.lines(project.resolve(app).resolve("pom.xml"));
        Stream<String> own = Stream.of("pom.xml", app + "/src", app + "/pom.xml");
        Stream<String> others = Stream.concat(sprout(pom), ofAnotherApp(pom));
        return anyNewer(project, built, Stream.concat(own, others));
    }

    private static Stream<String> sprout(List<String> pom) {
        return pom.stream().anyMatch(line -> line.contains(NEEDS_SPROUT))
                ? Stream.of("sprout/src", "sprout/pom.xml", "sprout-processor/src", "sprout-processor/pom.xml")
                : Stream.empty();
    }

    /**
     * Returns whether one of these files of the project, or anything in one of these folders, is newer. A folder's own
     * time tells that a file in it was deleted or renamed.
     */
    static boolean anyNewer(Path project, FileTime built, Stream<String> sources) {
        return sources.map(project::resolve)
                .flatMap(AppSources::below)
                .anyMatch(source -> changed(source).compareTo(built) > 0);
    }

    /** Returns when a file was last changed; the epoch (1970) if it cannot be read. */
    static FileTime changed(Path file) {
        try {
            return Files.getLastModifiedTime(file);
        } catch (IOException e) {
            return FileTime.fromMillis(0);
        }
    }

    private static Stream<String> ofAnotherApp(List<String> pom) {
        return pom.stream()
                .flatMap(line -> OF_ANOTHER_APP.matcher(line).results())
                .map(match -> match.group(1))
                .distinct();
    }

    /** Lists a file, or a folder with everything in it; nothing if it cannot be read. */
    static Stream<Path> below(Path root) {
        try (Stream<Path> all = Files.walk(root)) {
            return all.toList().stream();
        } catch (IOException | UncheckedIOException e) {
            return Stream.empty();
        }
    }
}
