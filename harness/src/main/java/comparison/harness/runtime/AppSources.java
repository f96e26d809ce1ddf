package comparison.harness.runtime;

import comparison.harness.record.Disk;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** The files that an app is built from: its own, those that its pom.xml takes from another app, and Sprout's. */
final class AppSources {

    private static final Pattern OF_ANOTHER_APP = Pattern.compile("\\.\\./([\\w-]+/src)/");

    private AppSources() {}

    /** Returns whether one of the app's files is newer than what was built from them. */
    static boolean changedSince(Path project, String app, FileTime built) {
        Stream<String> own = Stream.of("pom.xml", "sprout/src", "sprout/pom.xml", app + "/src", app + "/pom.xml");
        return anyNewer(
                project,
                built,
                Stream.concat(own, ofAnotherApp(project.resolve(app).resolve("pom.xml"))));
    }

    /** Returns whether one of these files of the project, or a file in one of these folders, is newer. */
    static boolean anyNewer(Path project, FileTime built, Stream<String> sources) {
        return sources.map(project::resolve)
                .flatMap(AppSources::files)
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

    private static Stream<String> ofAnotherApp(Path pom) {
        return Disk.lines(pom).stream()
                .flatMap(line -> OF_ANOTHER_APP.matcher(line).results())
                .map(match -> match.group(1))
                .distinct();
    }

    private static Stream<Path> files(Path root) {
        try (Stream<Path> files = Files.walk(root)) {
            return files.filter(Files::isRegularFile).toList().stream();
        } catch (IOException | UncheckedIOException e) {
            return Stream.empty();
        }
    }
}
