package comparison.harness.raw;

import comparison.harness.Fault;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.Comparator;
import java.util.stream.Stream;

/** Turns what goes wrong with files into a line that names the place and the cure. */
public final class Disk {

    /** Something that touches files. */
    @FunctionalInterface
    public interface Action {
        /** Does it. */
        void run() throws IOException;
    }

    private Disk() {}

    /**
     * Writes a file over what was there. It is there whole or, on a full disk, as it was: half a page looks like a page.
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
     * Deletes a folder with all that is in it, if it is there.
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
     * Does something with files.
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
