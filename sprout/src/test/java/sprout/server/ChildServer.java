package sprout.server;

import java.io.BufferedReader;
import java.io.FileInputStream;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import sprout.http.HttpLimits;
import sprout.http.HttpRequest;

/**
 * Runs a server in a separate JVM, so that its memory and file descriptors are measured and limited without those of
 * the clients.
 */
final class ChildServer implements AutoCloseable {
    /** The flag that sets the linger time-out to a minute, longer than any client of the tests waits. */
    static final String LINGER_LONG = "-Dchild.linger.seconds=60";

    private static final List<FileInputStream> TAKEN = new ArrayList<>();

    private final Process process;
    private final int port;

    /**
     * Starts the server.
     *
     * @param file the file that {@link TestHandler} serves
     * @param descriptors limit of open files of the process
     * @param heap the value of {@code -Xmx}
     * @param flags further flags of the JVM
     */
    ChildServer(EngineMode mode, Path file, int descriptors, String heap, String... flags) throws IOException {
        this(mode, file, descriptors, heap, "none taken", List.of(flags));
    }

    /** Starts a server that has {@code spare} file descriptors left when it accepts its first connection. */
    static ChildServer withSpareDescriptors(EngineMode mode, int spare) throws IOException {
        return new ChildServer(mode, Path.of("none"), 256, "64m", String.valueOf(spare), List.of());
    }

    private ChildServer(EngineMode mode, Path file, int descriptors, String heap, String spare, List<String> flags)
            throws IOException {
        String java = Path.of(System.getProperty("java.home"), "bin", "java").toString();
        String classes = System.getProperty("surefire.test.class.path", System.getProperty("java.class.path"));
        List<String> command = new ArrayList<>(
                List.of("sh", "-c", "ulimit -n " + descriptors + " && exec \"$@\"", "sh", java, "-Xmx" + heap));
        command.addAll(flags);
        command.addAll(List.of(
                "-XX:+UseSerialGC", "-cp", classes, ChildServer.class.getName(), mode.name(), file.toString(), spare));
        process = new ProcessBuilder(command)
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
        BufferedReader out = process.inputReader(StandardCharsets.US_ASCII);
        port = Integer.parseInt(Objects.requireNonNull(out.readLine(), "the server ended before it was started"));
    }

    int port() {
        return port;
    }

    /** Returns the bytes of the heap that are in use after a garbage collection. */
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

    /** Loads all classes. Without descriptors no further class file could be opened, which is not what is tested. */
    private static void loadClasses() throws IOException, ReflectiveOperationException {
        for (Class<?> part : List.of(HttpServer.class, HttpRequest.class, TestHandler.class)) {
            URI folder = URI.create(String.valueOf(part.getResource(part.getSimpleName() + ".class")))
                    .resolve(".");
            try (Stream<Path> files = Files.list(Path.of(folder))) {
                for (Path file : files.filter(found -> found.toString().endsWith(".class"))
                        .toList()) {
                    String name = file.getFileName().toString().replace(".class", "");
                    Class.forName(part.getPackageName() + "." + name);
                }
            }
        }
    }

    /** Opens files until only {@code spare} descriptors are left. */
    private static void takeDescriptors(int spare) throws IOException {
        try {
            while (TAKEN.add(new FileInputStream("/dev/null"))) {
                // until it fails
            }
        } catch (FileNotFoundException e) {
            for (FileInputStream file : TAKEN.subList(0, spare)) {
                file.close();
            }
        }
    }

    /**
     * Runs the child. Arguments: mode, file, and the number of descriptors to leave or {@code none taken}. Ends with
     * its standard input.
     */
    public static void main(String[] arguments) throws Exception {
        TestHandler others = new TestHandler(Path.of(arguments[1]));
        ServerOptions options = EngineMode.valueOf(arguments[0])
                .options()
                .maxConnections(20_000)
                .lingerTimeout(Duration.ofSeconds(Long.getLong("child.linger.seconds", 2)))
                .stopTimeout(Duration.ofSeconds(5))
                .limits(new HttpLimits(8 * 1024, 16 * 1024, 10_000, 1024 * 1024))
                .build();
        try (HttpServer server = HttpServer.start(options, (request, response) -> {
            if (request.path().equals("/heap")) {
                response.text(String.valueOf(heapAfterCollection()));
            } else {
                others.handle(request, response);
            }
        })) {
            loadClasses();
            if (!arguments[2].equals("none taken")) {
                takeDescriptors(Integer.parseInt(arguments[2]));
            }
            System.out.println(server.port());
            while (System.in.read() >= 0) {
                // wait for the end of the input
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
