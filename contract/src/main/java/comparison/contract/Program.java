package comparison.contract;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;
import java.util.stream.Stream;

/** A program that some tests use. The PATH is searched once. */
public enum Program {
    /** The HTTP client. */
    CURL("curl", List.of("curl"), found -> true),
    /** Python 3, for the HTTP clients of its standard library. */
    PYTHON("python3", List.of("python3"), found -> true),
    /** A Python 3 with the module websockets. The first Python on the PATH may not be the system's. */
    PYTHON_WEBSOCKETS(
            "python3-websockets",
            List.of("python3", "/usr/bin/python3"),
            found -> ends(found, "-c", "import websockets")),
    /** The browser, for its headless mode. */
    CHROMIUM("chromium", List.of("chromium", "chromium-browser", "google-chrome"), found -> true);

    private final String debianPackage;
    private final Optional<String> command;

    Program(String debianPackage, List<String> names, Predicate<String> usable) {
        this.debianPackage = debianPackage;
        this.command = names.stream().flatMap(Program::onThePath).filter(usable).findFirst();
    }

    /** Returns the path of its executable; empty if it was not found. */
    public Optional<String> command() {
        return command;
    }

    /**
     * Returns the path of its executable, in a test that was not skipped.
     *
     * @throws AssertionError if it was not found
     */
    public String required() {
        return command.orElseThrow(() -> new AssertionError(complaint()));
    }

    /** Describes that it is missing and how to install it. */
    String complaint() {
        return "%s was not found (Debian: apt-get install %s)"
                .formatted(this == PYTHON_WEBSOCKETS ? "Python's module websockets" : debianPackage, debianPackage);
    }

    private static Stream<String> onThePath(String name) {
        return Arrays.stream(String.valueOf(System.getenv("PATH")).split(File.pathSeparator))
                .map(folder -> Path.of(folder).resolve(name))
                .filter(file -> Files.isRegularFile(file) && Files.isExecutable(file))
                .map(Path::toString)
                .limit(1);
    }

    private static boolean ends(String... command) {
        try {
            Process process = new ProcessBuilder(command)
                    .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                    .redirectError(ProcessBuilder.Redirect.DISCARD)
                    .start();
            return process.waitFor(1, TimeUnit.MINUTES) && process.exitValue() == 0;
        } catch (IOException e) {
            return false;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return false;
        }
    }
}
