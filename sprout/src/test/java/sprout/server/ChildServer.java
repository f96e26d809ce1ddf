package sprout.server;

import java.io.BufferedReader;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Objects;
import java.util.concurrent.TimeUnit;

/** A server in a JVM of its own, so that its memory and file descriptors are measured and limited apart from those of its clients. */
final class ChildServer implements AutoCloseable {
    private final Process process;
    private final int port;

    /**
     * Starts it.
     *
     * @param descriptors the most that the process may open
     * @param heap its {@code -Xmx}
     */
    ChildServer(EngineMode mode, Path file, int descriptors, String heap) throws IOException {
        String java = Path.of(System.getProperty("java.home"), "bin", "java").toString();
        String classes = System.getProperty("surefire.test.class.path", System.getProperty("java.class.path"));
        process = new ProcessBuilder(
                        "sh",
                        "-c",
                        "ulimit -n " + descriptors + " && exec \"$@\"",
                        "sh",
                        java,
                        "-Xmx" + heap,
                        "-XX:+UseSerialGC",
                        "-cp",
                        classes,
                        ChildServer.class.getName(),
                        mode.name(),
                        file.toString())
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
        BufferedReader out = process.inputReader(StandardCharsets.US_ASCII);
        port = Integer.parseInt(Objects.requireNonNull(out.readLine(), "the server ended before it was started"));
    }

    int port() {
        return port;
    }

    /** Bytes of the heap that are in use after a collection. */
    long heapUsed() throws IOException {
        try (RawClient client = new RawClient(port)) {
            return Long.parseLong(client.get("/heap").answer().text());
        }
    }

    @Override
    public void close() throws IOException {
        process.getOutputStream().close();
        try {
            if (!process.waitFor(20, TimeUnit.SECONDS)) {
                process.destroyForcibly();
                throw new IOException("the server did not end by itself");
            }
        } catch (InterruptedException e) {
            process.destroyForcibly();
            Thread.currentThread().interrupt();
        }
    }

    /** The child itself: mode and file; ends with its input. */
    public static void main(String[] arguments) throws Exception {
        TestHandler others = new TestHandler(Path.of(arguments[1]));
        ServerOptions options = EngineMode.valueOf(arguments[0])
                .options()
                .maxConnections(20_000)
                .stopTimeout(Duration.ofSeconds(5))
                .build();
        try (HttpServer server = HttpServer.start(options, (request, response) -> {
            if (request.path().equals("/heap")) {
                response.text(String.valueOf(heapAfterCollection()));
            } else {
                others.handle(request, response);
            }
        })) {
            System.out.println(server.port());
            while (System.in.read() >= 0) {
                // Waits for the end of the input.
            }
        }
    }

    @SuppressWarnings("ExplicitGC") // the point
    private static long heapAfterCollection() {
        System.gc();
        System.gc();
        return ManagementFactory.getMemoryMXBean().getHeapMemoryUsage().getUsed();
    }
}
