package comparison.harness.record;

import comparison.harness.Fault;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.Comparator;
import java.util.stream.Stream;

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
     * Replaces a file atomically. If the disk is full, the old file stays, because half a page looks like a complete
     * one.
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
     * @throws Fault if it fails
     */
    public static void attempt(String what, Action action) {
        try {
            action.run();
        } catch (IOException e) {
            throw Fault.broken(
                    "Cannot %s: %s. Is the disk full or read-only? Free some space ('./bench clean' deletes old runs) and run again."
                            .formatted(what, e.getMessage()),
                    e);
        }
    }
}
