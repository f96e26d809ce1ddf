package sprout.soak;

import comparison.contract.AppProcess;
import comparison.contract.DatabaseAddress;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import sprout.server.TestTls;

/** sprout-app in a process of its own, with limited heap and descriptors. Used by one thread. */
final class Server implements AutoCloseable {
    private static final Duration PATIENCE = Duration.ofSeconds(20);
    private static final long KIB = 1024;
    private static final long CALM_TICKS = 3;

    private final AppProcess process;
    private final URI app;
    private final URI management;

    private Server(AppProcess process, boolean secured) {
        this.process = process;
        this.app = URI.create(
                (secured ? "https" : "http") + "://localhost:" + process.app().getPort());
        this.management = process.management();
    }

    /**
     * What a server holds at a moment, after garbage collections.
     *
     * @param heap used bytes, without the free buffers that the server keeps up to a limit
     * @param direct bytes of direct buffers
     * @param resident bytes of memory
     * @param threads of the operating system
     * @param descriptors open
     * @param connections open
     * @param counted bytes that the server knows of, of those that its connections may hold
     */
    record Reading(
            long heap, long direct, long resident, long threads, long descriptors, long connections, long counted) {}

    /**
     * Starts a server and waits until it is ready.
     *
     * @param mode such as nio-virtual
     * @param descriptors limit of open files
     * @param flags of the JVM
     * @param settings as environment variables
     */
    static Server start(
            String mode,
            boolean secured,
            DatabaseAddress database,
            int descriptors,
            List<String> flags,
            Map<String, String> settings) {
        List<String> command =
                new ArrayList<>(List.of("sh", "-c", "ulimit -n " + descriptors + " && exec \"$@\"", "sh"));
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.addAll(flags);
        command.addAll(List.of("-cp", "sprout-app/target/sprout-app.jar:" + classes(), Application.class.getName()));
        Map<String, String> environment = new HashMap<>(settings);
        environment.putAll(database.environment());
        environment.put("EXECUTION_MODE", mode.split("-", 2)[0]);
        environment.put("THREADS", mode.split("-", 2)[1]);
        if (secured) {
            environment.put("SERVER_SSL_CERTIFICATE", TestTls.CERTIFICATE.toString());
            environment.put("SERVER_SSL_CERTIFICATE_PRIVATE_KEY", TestTls.PRIVATE_KEY.toString());
        }
        AppProcess process = AppProcess.start(command, environment);
        process.awaitReady();
        return new Server(process, secured);
    }

    /** Returns the folder that this class is in. */
    private static String classes() {
        return Server.class.getProtectionDomain().getCodeSource().getLocation().getPath();
    }

    URI app() {
        return app;
    }

    /** Returns whether the server says that it is alive and ready. */
    boolean healthy() {
        try {
            return page("/actuator/health").contains("\"UP\"");
        } catch (IOException e) {
            return false;
        }
    }

    /** Prints the end of its log and what its threads do, for somebody who wants to know why it does not answer. */
    void describe() {
        List<String> lines = log().lines().toList();
        System.err.println("The log of " + app + " ends:");
        lines.subList(Math.max(0, lines.size() - 20), lines.size()).forEach(System.err::println);
        try {
            System.err.println(command("GC.heap_info"));
            System.err.println(command("Thread.print"));
        } catch (IOException e) {
            System.err.println("It cannot be asked: " + e.getMessage());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    String log() {
        return process.log();
    }

    /** Collects garbage and reads what is held. */
    Reading read() throws IOException, InterruptedException {
        command("GC.run");
        String page = page("/actuator/prometheus");
        return new Reading(
                metric(page, "jvm_memory_used_bytes{area=\"heap\"") - metric(page, "sprout_buffers_pooled_bytes"),
                metric(page, "jvm_buffer_memory_used_bytes{id=\"direct\""),
                status("VmRSS:") * KIB,
                status("Threads:"),
                files(),
                metric(page, "sprout_connections_open"),
                metric(page, "sprout_memory_used_bytes"));
    }

    /** Sends a command to the JVM and returns its answer, which may be incomplete after 20 s. */
    private String command(String command) throws IOException, InterruptedException {
        Path answer = Files.createTempFile("jcmd", ".txt");
        try {
            Process jcmd = new ProcessBuilder(
                            Path.of(System.getProperty("java.home"), "bin", "jcmd")
                                    .toString(),
                            Long.toString(process.pid()),
                            command)
                    .redirectErrorStream(true)
                    .redirectOutput(answer.toFile())
                    .start();
            if (!jcmd.waitFor(PATIENCE.toSeconds(), TimeUnit.SECONDS)) {
                jcmd.destroyForcibly();
            }
            return Files.readString(answer);
        } finally {
            Files.delete(answer);
        }
    }

    private String page(String path) throws IOException {
        try (HttpClient client = HttpClient.newHttpClient()) {
            return client.send(
                            HttpRequest.newBuilder(management.resolve(path))
                                    .timeout(PATIENCE)
                                    .build(),
                            BodyHandlers.ofString())
                    .body();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IOException("interrupted", e);
        }
    }

    private static long metric(String page, String series) {
        return page.lines()
                .filter(line -> line.startsWith(series))
                .mapToLong(line -> (long) Double.parseDouble(line.substring(line.lastIndexOf(' ') + 1)))
                .sum();
    }

    private long status(String field) throws IOException {
        try (Stream<String> lines = Files.lines(proc("status"))) {
            return lines.filter(line -> line.startsWith(field))
                    .mapToLong(line -> Long.parseLong(line.replaceAll("\\D", "")))
                    .sum();
        }
    }

    private long files() throws IOException {
        try (Stream<Path> files = Files.list(proc("fd"))) {
            return files.count();
        }
    }

    /** Waits until the server uses hardly any CPU time, 10 s at most. */
    void awaitCalm() throws IOException, InterruptedException {
        for (int i = 0; i < 20; i++) {
            long before = ticks();
            TimeUnit.MILLISECONDS.sleep(500);
            if (ticks() - before <= CALM_TICKS) {
                return;
            }
        }
    }

    /** Waits until at most this many connections are open, or all time-outs for requests have passed. */
    void awaitFewer(int connections) throws IOException, InterruptedException {
        for (int i = 0; i < 40 && metric(page("/actuator/prometheus"), "sprout_connections_open") > connections; i++) {
            TimeUnit.SECONDS.sleep(1);
        }
    }

    private long ticks() throws IOException {
        String stat = Files.readString(proc("stat"));
        String[] fields = stat.substring(stat.lastIndexOf(')') + 2).split(" ", -1);
        return Long.parseLong(fields[11]) + Long.parseLong(fields[12]);
    }

    private Path proc(String file) {
        return Path.of("/proc", Long.toString(process.pid()), file);
    }

    @Override
    public void close() {
        process.close();
    }
}
