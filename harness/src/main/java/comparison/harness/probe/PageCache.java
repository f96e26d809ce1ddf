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
 * Reads files into the page cache before a start is measured. Otherwise the start would measure the disk. It is not
 * enough that the files were read minutes ago: unused pages are dropped when memory is short, by a hypervisor's
 * balloon, or by the kernel at any time (Linux, DAMON-based operation scheme {@code pageout}).
 */
public final class PageCache {

    private PageCache() {}

    /**
     * Returns the regular files that a process has mapped or open (proc_pid_maps(5), proc_pid_fd(5)).
     *
     * @return empty if there is no /proc, or the process has ended
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
            // The process ended in the meantime. The files found so far are valid.
        }
        files.removeIf(file -> !Files.isRegularFile(file));
        return files;
    }

    /** Reads files completely. Ignores files that cannot be read, because the start reports what is wrong with them. */
    public static void warm(Collection<Path> files) {
        for (Path file : files) {
            try {
                Files.copy(file, OutputStream.nullOutputStream());
            } catch (IOException e) {
                // Reported by the start.
            }
        }
    }
}
