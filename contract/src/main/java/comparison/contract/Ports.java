package comparison.contract;

import java.io.IOException;
import java.io.InputStream;
import java.net.ServerSocket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.NoSuchElementException;
import java.util.Scanner;
import java.util.concurrent.ThreadLocalRandom;

/** Chooses ports for servers that are about to be started in other processes. */
public final class Ports {

    private static final Path CLIENTS = Path.of("/proc/sys/net/ipv4/ip_local_port_range");
    private static final int FIRST = 10_000;
    private static final int FIRST_OF_CLIENTS = 32_768;
    private static final int ATTEMPTS = 1_000;

    private Ports() {}

    /**
     * Returns a port that is free on every address. It is below the range from which the kernel takes the ports of
     * outgoing connections, because a connection could take such a port before the server listens.
     *
     * @throws IllegalStateException if all tried ports are taken
     */
    public static int free() {
        int end = firstOfClients();
        for (int attempt = 0; attempt < ATTEMPTS; attempt++) {
            int port = ThreadLocalRandom.current().nextInt(FIRST, end);
            try (ServerSocket _ = new ServerSocket(port)) {
                return port;
            } catch (IOException taken) {
                // The port is taken: try another one.
            }
        }
        throw new IllegalStateException(
                "No free port between %d and %d was found. End servers that you do not need.".formatted(FIRST, end));
    }

    static int firstOfClients() {
        // In one read, because a second read of such a file returns nothing.
        try (InputStream range = Files.newInputStream(CLIENTS)) {
            int first = new Scanner(new String(range.readNBytes(64), StandardCharsets.US_ASCII)).nextInt();
            return first > FIRST ? first : FIRST_OF_CLIENTS;
        } catch (IOException | NoSuchElementException unknown) {
            return FIRST_OF_CLIENTS;
        }
    }
}
