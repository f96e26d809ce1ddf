package sprout.server;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** Reads how many files and sockets the process may still open. Thread-safe. */
final class FileDescriptors {
    private static final String LIMIT = "Max open files";
    /** For the database, and class files that are not open yet. */
    private static final int LEAST_RESERVE = 32;
    /** At least this part is left for files that handlers open. */
    private static final int PART = 8;

    private FileDescriptors() {}

    /**
     * Returns how many connections may be open without taking the descriptors that everything else needs; a very large number
     * where the limit is unknown (not on Linux). If connections could take all, no file could be opened any more.
     */
    static int forConnections() {
        return forConnections(Path.of("/proc/self"));
    }

    /** @param process its folder in Linux's {@code /proc}: the soft limit is the first value of its line */
    static int forConnections(Path process) {
        try {
            for (String line : Files.readAllLines(process.resolve("limits"))) {
                if (line.startsWith(LIMIT)) {
                    int most = Integer.parseInt(
                            line.substring(LIMIT.length()).strip().split(" ", 2)[0]);
                    String[] open = process.resolve("fd").toFile().list();
                    int free = most - (open == null ? 0 : open.length);
                    return Math.max(1, free - Math.max(LEAST_RESERVE, free / PART));
                }
            }
            return Integer.MAX_VALUE;
        } catch (IOException | NumberFormatException e) { // no such file, or "unlimited"
            return Integer.MAX_VALUE;
        }
    }
}
