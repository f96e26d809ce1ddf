package comparison.harness.profile;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.stream.Stream;

/** The ports that a process listens at, from Linux's {@code /proc/PID/net/tcp}, {@code tcp6} and {@code fd}. */
final class Listeners {

    private static final String LISTENING = "0A";
    private static final int LOCAL_ADDRESS = 1;
    private static final int STATE = 3;
    private static final int INODE = 9;

    private Listeners() {}

    /** Returns the TCP ports, the lowest first; none where they cannot be read. */
    static SortedSet<Integer> of(long pid) {
        Path process = Path.of("/proc", Long.toString(pid));
        SortedSet<Integer> ports = new TreeSet<>();
        try {
            Set<String> own = inodes(process.resolve("fd"));
            for (String table : List.of("tcp", "tcp6")) {
                Path file = process.resolve("net").resolve(table);
                if (Files.isReadable(file)) {
                    ports.addAll(listening(Files.readAllLines(file), own));
                }
            }
        } catch (IOException | UncheckedIOException e) {
            return new TreeSet<>();
        }
        return ports;
    }

    private static Set<String> inodes(Path descriptors) throws IOException {
        Set<String> inodes = new HashSet<>();
        try (Stream<Path> all = Files.list(descriptors)) {
            for (Path descriptor : all.toList()) {
                String target = target(descriptor);
                if (target.startsWith("socket:[")) {
                    inodes.add(target.substring("socket:[".length(), target.length() - 1));
                }
            }
        }
        return inodes;
    }

    /** One that was closed meanwhile leads nowhere. */
    private static String target(Path descriptor) {
        try {
            return Files.readSymbolicLink(descriptor).toString();
        } catch (IOException e) {
            return "";
        }
    }

    /** Tables of the whole namespace have lines of other processes, too. */
    static Set<Integer> listening(List<String> table, Set<String> own) {
        Set<Integer> ports = new HashSet<>();
        for (String line : table) {
            String[] fields = line.strip().split("\\s+", -1);
            if (fields.length > INODE && fields[STATE].equals(LISTENING) && own.contains(fields[INODE])) {
                String address = fields[LOCAL_ADDRESS];
                ports.add(Integer.parseInt(address.substring(address.lastIndexOf(':') + 1), 16));
            }
        }
        return ports;
    }
}
