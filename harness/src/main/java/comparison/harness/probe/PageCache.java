package comparison.harness.probe;

import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collection;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;

/**
 * Brings files into memory before a start is measured. A start whose files come from the disk measures the disk, and that its files
 * were read minutes ago is not enough: pages that rest are taken away where memory is short, by the balloon of a hypervisor, or by
 * the kernel at any time (Linux, DAMON-based operation scheme {@code pageout}).
 */
public final class PageCache {

    private PageCache() {}

    /**
     * Returns the regular files that a process has mapped or open (proc_pid_maps(5), proc_pid_fd(5)).
     *
     * @return nothing where there is no /proc, or the process has ended
     */
    public static Set<Path> files(long pid) {
        Path process = Path.of("/proc", Long.toString(pid));
        Set<Path> files = new TreeSet<>();
        try (Stream<String> maps = Files.lines(process.resolve("maps"));
                Stream<Path> open = Files.list(process.resolve("fd"))) {
            maps.filter(line -> line.indexOf('/') > 0)
                    .map(line -> Path.of(line.substring(line.indexOf('/'))))
                    .forEach(files::add);
            for (Path descriptor : open.toList()) {
                files.add(Files.readSymbolicLink(descriptor));
            }
        } catch (IOException | UncheckedIOException e) {
            // It has ended meanwhile; what was seen is right all the same.
        }
        files.removeIf(file -> !Files.isRegularFile(file));
        return files;
    }

    /** Reads files to their ends. One that cannot be read is left to the start, which says what is wrong with it. */
    public static void warm(Collection<Path> files) {
        for (Path file : files) {
            try {
                Files.copy(file, OutputStream.nullOutputStream());
            } catch (IOException e) {
                // As said above.
            }
        }
    }
}
