package sprout.soak;

import comparison.contract.Database;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * The main class of {@code .ci/soak pinned}: opens many hostile connections of each kind and prints, as a table, by how
 * much the memory and the threads of a server grow, if it never loses patience.
 */
final class Pinned {
    private static final int CONNECTIONS = 10_000;
    /** For the connections, and what a JVM opens for itself. */
    private static final int DESCRIPTORS = 11_000;

    /** A slow machine needs half a minute for so many TLS handshakes. */
    private static final Duration FILL_LIMIT = Duration.ofMinutes(2);

    private static final int LARGE_FILE = 20_000_000;
    private static final double MIB = 1 << 20;

    private static final List<Hostile> IN_CLEAR = List.of(
            Hostile.SILENT,
            Hostile.RESTING,
            Hostile.HALF_HEAD,
            Hostile.HALF_SMALL_BODY,
            Hostile.HALF_BODY,
            Hostile.SILENT_EXPECT,
            Hostile.UNREAD_LIST,
            Hostile.UNREAD_FILE,
            Hostile.UNREAD_PIPELINE,
            Hostile.SOCKET_SILENT,
            Hostile.SOCKET_HALF_FRAME,
            Hostile.SOCKET_UNREAD);
    private static final List<Hostile> WITH_TLS =
            List.of(Hostile.TLS_HALF_RECORD, Hostile.TLS_HALF_HANDSHAKE, Hostile.RESTING);

    /** A heap that shrinks after each collection, so that resident memory tells what is held. */
    private static final List<String> FLAGS = List.of(
            "-Xms16m",
            "-Xmx256m",
            "-XX:+UseSerialGC",
            "-XX:MinHeapFreeRatio=5",
            "-XX:MaxHeapFreeRatio=10",
            "-XX:-ShrinkHeapInSteps");

    private final String mode;
    private final Map<String, List<String>> table;

    private Pinned(String mode, Map<String, List<String>> table) {
        this.mode = mode;
        this.table = table;
    }

    /**
     * Measures and prints the table.
     *
     * @param arguments modes, all by default
     */
    public static void main(String[] arguments) throws Exception {
        List<String> modes = arguments.length > 0 ? List.of(arguments) : Soak.MODES;
        Map<String, List<String>> table = new LinkedHashMap<>();
        for (String mode : modes) {
            new Pinned(mode, table).measure();
        }
        System.out.println("| " + CONNECTIONS + " connections | " + String.join(" | ", modes) + " |");
        System.out.println("|---|" + "---:|".repeat(modes.size()));
        table.forEach((kind, cells) -> System.out.println("| " + kind + " | " + String.join(" | ", cells) + " |"));
    }

    private void measure() throws Exception {
        Path files = Files.createTempDirectory("pinned");
        Files.write(files.resolve("large.bin"), new byte[LARGE_FILE]);
        try (Database database = Database.start()) {
            Leg.seed(database);
            measure(database, false, files, IN_CLEAR);
            measure(database, true, files, WITH_TLS);
        } finally {
            Files.delete(files.resolve("large.bin"));
            Files.delete(files);
        }
    }

    private void measure(Database database, boolean secured, Path files, List<Hostile> kinds) throws Exception {
        Deque<Hostile> left = new ArrayDeque<>(kinds);
        while (!left.isEmpty()) {
            try (Server server = Server.start(mode, secured, database.address(), DESCRIPTORS, FLAGS, settings(files));
                    HostileClients hostile = HostileClients.start(List.of(server.app()))) {
                do {
                    Hostile kind = left.removeFirst();
                    String title = secured && kind == Hostile.RESTING ? "TLS, " + kind.title() : kind.title();
                    String cell = measure(server, hostile, kind);
                    System.err.println(mode + ": " + title + ": " + cell);
                    table.computeIfAbsent(title, key -> new ArrayList<>()).add(cell);
                } while (!left.isEmpty() && isFree(server));
            }
        }
    }

    /** Returns whether the server notices at once that its clients are gone. If not, the next kind gets a new one. */
    private static boolean isFree(Server server) throws InterruptedException {
        try {
            server.awaitCalm();
            return server.read().connections() == 0;
        } catch (IOException e) {
            return false;
        }
    }

    private static Map<String, String> settings(Path files) {
        Map<String, String> settings = new LinkedHashMap<>(Map.of("FILES_DIR", files.toString()));
        for (String timeout : List.of("HEADER", "BODY", "IDLE", "WRITE", "WEBSOCKET_IDLE", "WEBSOCKET_MESSAGE")) {
            settings.put("SERVER_" + timeout + "_TIMEOUT", "1h");
        }
        return settings;
    }

    /** Returns heap and direct memory, resident memory and counted memory in MiB, and threads. */
    private static String measure(Server server, HostileClients hostile, Hostile kind)
            throws IOException, InterruptedException {
        hostile.fill(kind, 20, FILL_LIMIT); // loads its classes
        hostile.release();
        server.awaitCalm();
        Server.Reading before = server.read();
        hostile.fill(kind, CONNECTIONS, FILL_LIMIT);
        server.awaitCalm();
        try {
            Server.Reading during = server.read();
            long open = during.connections() - before.connections();
            return String.format(
                    Locale.ROOT,
                    "%.0f / %.0f / %.0f / %d%s",
                    (during.heap() - before.heap() + during.direct() - before.direct()) / MIB,
                    (during.resident() - before.resident()) / MIB,
                    (during.counted() - before.counted()) / MIB,
                    during.threads() - before.threads(),
                    open < CONNECTIONS ? " (" + open + " open)" : "");
        } catch (IOException e) {
            server.describe();
            return server.log().contains("OutOfMemoryError") ? "OUT OF MEMORY" : "DOES NOT ANSWER";
        } finally {
            hostile.release();
        }
    }
}
