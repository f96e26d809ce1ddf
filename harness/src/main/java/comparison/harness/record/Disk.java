package comparison.harness.record;

import comparison.harness.Fault;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import java.util.zip.GZIPOutputStream;

/** Converts I/O errors to a {@link Fault} with the path and the remedy. */
public final class Disk {

    /** An operation on files. */
    @FunctionalInterface
    public interface Action {
        /** Executes the operation. */
        void run() throws IOException;
    }

    private Disk() {}

    /**
     * Replaces a file atomically. If the disk is full, the old file stays: half a page would look like a complete one.
     *
     * @throws Fault if it fails
     */
    public static void write(Path file, String text) {
        attempt("write " + file, () -> {
            Files.createDirectories(file.toAbsolutePath().getParent());
            Path part = file.resolveSibling(file.getFileName() + ".part");
            try {
                Files.writeString(part, text);
                Files.move(part, file, StandardCopyOption.REPLACE_EXISTING, StandardCopyOption.ATOMIC_MOVE);
            } catch (IOException e) {
                Files.deleteIfExists(part);
                throw e;
            }
        });
    }

    /** Returns the lines of a file; none if it does not exist or cannot be read. */
    public static List<String> lines(Path file) {
        try {
            return Files.readAllLines(file);
        } catch (IOException e) {
            return List.of();
        }
    }

    /**
     * Returns the first group of a pattern in the first line that it matches; empty if there is none, or if the file
     * cannot be read.
     */
    public static Optional<String> field(String file, String pattern) {
        Pattern whole = Pattern.compile(pattern);
        return lines(Path.of(file)).stream()
                .map(whole::matcher)
                .filter(Matcher::matches)
                .map(line -> line.group(1))
                .findFirst();
    }

    /**
     * Copies a resource of this program to a file, and replaces an existing one.
     *
     * @param of the class that the name of the resource is relative to
     * @return {@code file}
     * @throws Fault if it fails
     */
    public static Path unpack(Class<?> of, String resource, Path file) {
        attempt("write " + file, () -> {
            Files.createDirectories(file.toAbsolutePath().getParent());
            try (InputStream packed = Objects.requireNonNull(of.getResourceAsStream(resource), resource)) {
                Files.copy(packed, file, StandardCopyOption.REPLACE_EXISTING);
            }
        });
        return file;
    }

    /**
     * Copies files of a folder and of the folders below it, and replaces existing ones.
     *
     * @param which selects files by their path, relative to {@code from}
     * @throws Fault if it fails
     */
    public static void copy(Path from, Path to, Predicate<Path> which) {
        attempt("copy %s to %s".formatted(from, to), () -> {
            List<Path> files;
            try (Stream<Path> all = Files.walk(from)) {
                files = all.filter(Files::isRegularFile).map(from::relativize).toList();
            }
            for (Path file : files) {
                if (which.test(file)) {
                    Path copy = to.resolve(file);
                    Files.createDirectories(copy.toAbsolutePath().getParent());
                    Files.copy(from.resolve(file), copy, StandardCopyOption.REPLACE_EXISTING);
                }
            }
        });
    }

    /**
     * Writes a gzip-compressed copy of a file, and replaces an existing one.
     *
     * @throws Fault if it fails
     */
    public static void compress(Path file, Path compressed) {
        attempt("compress " + file, () -> {
            try (OutputStream out = new GZIPOutputStream(Files.newOutputStream(compressed))) {
                Files.copy(file, out);
            }
        });
    }

    /**
     * Deletes a folder with all its content; does nothing if it does not exist.
     *
     * @throws Fault if it fails
     */
    public static void deleteTree(Path folder) {
        attempt("delete " + folder, () -> {
            if (!Files.exists(folder, LinkOption.NOFOLLOW_LINKS)) {
                return;
            }
            try (Stream<Path> files = Files.walk(folder)) {
                for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
                    Files.delete(file);
                }
            }
        });
    }

    /**
     * Executes an operation on files.
     *
     * @param what completes "Cannot ...", with the path in it
     * @throws Fault if it fails; it ends a run, because no variant is to blame
     */
    public static void attempt(String what, Action action) {
        try {
            action.run();
        } catch (IOException e) {
            throw Fault.ofTheRun(
                    "Cannot %s: %s. Is the disk full or read-only? Free some space ('./bench clean' deletes old runs) and run again."
                            .formatted(what, e.getMessage()),
                    e);
        }
    }
}
