package comparison.contract;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;

/**
 * Runs an application as a child process on two free ports, which it reads from the application's log.
 *
 * <p>Not safe for use by several threads. {@link #close} ends the process with its descendants, and deletes its log.
 */
public final class AppProcess implements AutoCloseable {

    private static final String MANAGEMENT_PORT = "MANAGEMENT_SERVER_PORT";
    private static final Pattern BOUND = Pattern.compile("started on port (\\d+)");
    private static final Duration START_LIMIT = Duration.ofSeconds(90);
    private static final Duration STOP_LIMIT = Duration.ofSeconds(40);
    private static final Duration POLL = Duration.ofMillis(20);

    private final Process process;
    private final Path log;
    /** Recorded early, because a descendant cannot be found after its parent has ended. */
    private final Set<ProcessHandle> descendants = ConcurrentHashMap.newKeySet();

    private AppProcess(Process process, Path log) {
        this.process = process;
        this.log = log;
    }

    /**
     * Starts {@code java flags -jar jar} with the JDK that runs this code, and returns when both ports are bound.
     *
     * @param environment added to that of this process without {@link JvmOptions}. Both ports are 0; if it has an empty
     *     {@code MANAGEMENT_SERVER_PORT}, management shares the port of the API
     * @throws IllegalStateException if it ends, or does not bind its ports within 90 s; the message includes the end of
     *     its log
     */
    public static AppProcess start(Path jar, List<String> flags, Map<String, String> environment) {
        if (!Files.isReadable(jar)) {
            throw new IllegalStateException(
                    "No application at " + jar.toAbsolutePath() + ": build it by 'mvn package'");
        }
        List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.addAll(flags);
        command.addAll(List.of("-jar", jar.toString()));
        return start(command, environment);
    }

    /**
     * Starts a command and returns when both ports are bound.
     *
     * @param environment added to that of this process without {@link JvmOptions}. Both ports are 0; if it has an empty
     *     {@code MANAGEMENT_SERVER_PORT}, management shares the port of the API
     * @throws IllegalStateException if it ends, or does not bind its ports within 90 s; the message includes the end of
     *     its log
     */
    public static AppProcess start(List<String> command, Map<String, String> environment) {
        try {
            int ports = "".equals(environment.get(MANAGEMENT_PORT)) ? 1 : 2;
            AppProcess app = launch(command, environment);
            app.await(
                    "log 'started on port N' for %d ports".formatted(ports),
                    () -> app.ports().size() >= ports);
            return app;
        } catch (IOException e) {
            throw new UncheckedIOException("Cannot start " + String.join(" ", command) + ": " + e.getMessage(), e);
        }
    }

    private static AppProcess launch(List<String> command, Map<String, String> environment) throws IOException {
        Path log = Files.createTempFile("app-", ".log");
        ProcessBuilder builder =
                new ProcessBuilder(command).redirectErrorStream(true).redirectOutput(log.toFile());
        JvmOptions.removeFrom(builder.environment());
        builder.environment().put(MANAGEMENT_PORT, "0");
        builder.environment().putAll(environment);
        builder.environment().put("SERVER_PORT", "0");
        AppProcess app = new AppProcess(builder.start(), log);
        Runtime.getRuntime().addShutdownHook(new Thread(app::kill));
        return app;
    }

    /** Returns the address of the Person API, without a path. */
    public URI app() {
        return uri(0);
    }

    /** Returns the address of the management port, without a path; that of the API if there is one port. */
    public URI management() {
        return uri(ports().size() - 1);
    }

    private URI uri(int index) {
        return URI.create("http://localhost:" + ports().get(index));
    }

    private List<String> ports() {
        return BOUND.matcher(log())
                .results()
                .map(MatchResult::group)
                .map(AppProcess::digits)
                .toList();
    }

    private static String digits(String match) {
        return match.substring(match.lastIndexOf(' ') + 1);
    }

    /** Returns the application's standard output and standard error so far. */
    public String log() {
        try {
            return new String(Files.readAllBytes(log), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException("Cannot read the application's log " + log, e);
        }
    }

    /** Returns the id of the application's process. */
    public long pid() {
        return process.pid();
    }

    /**
     * Waits until the application reports readiness, including that of its database.
     *
     * @throws IllegalStateException if it ends, or is not ready within 90 s; the message includes the end of its log
     */
    public void awaitReady() {
        Api api = new Api(management());
        await("become ready", () -> answersOk(api, "/actuator/health/readiness"));
    }

    private static boolean answersOk(Api api, String path) {
        try {
            return api.get(path).status() == 200;
        } catch (AssertionError noAnswer) {
            return false;
        }
    }

    private void await(String what, Condition condition) {
        Instant limit = Instant.now().plus(START_LIMIT);
        while (!condition.holds()) {
            if (!process.isAlive() || Instant.now().isAfter(limit)) {
                throw failed(what);
            }
            pause();
        }
    }

    private IllegalStateException failed(String what) {
        String state = process.isAlive() ? "within " + START_LIMIT : "and ended with code " + process.exitValue();
        List<String> lines = log().lines().toList();
        String end = String.join("\n", lines.subList(Math.max(0, lines.size() - 40), lines.size()));
        close();
        return new IllegalStateException("The application did not " + what + " " + state + ". Its log ends:\n" + end);
    }

    private static void pause() {
        try {
            Thread.sleep(POLL);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("Interrupted while waiting for an application", e);
        }
    }

    /**
     * Sends SIGTERM and waits for the application's end, at most 40 s. Its descendants get no signal.
     *
     * @return its exit code
     * @throws IllegalStateException if it does not end in time
     */
    public int stop() {
        return stop(STOP_LIMIT);
    }

    int stop(Duration limit) {
        process.descendants().forEach(descendants::add);
        process.destroy();
        try {
            if (process.waitFor(limit.toSeconds(), TimeUnit.SECONDS)) {
                return process.exitValue();
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        throw new IllegalStateException("The application did not stop within " + limit + " after SIGTERM");
    }

    private void kill() {
        process.descendants().forEach(descendants::add);
        process.destroyForcibly();
        descendants.forEach(ProcessHandle::destroyForcibly);
    }

    /** Kills the application and its descendants if they still run, and deletes its log. */
    @Override
    public void close() {
        kill();
        process.onExit().join();
        try {
            Files.deleteIfExists(log);
        } catch (IOException e) {
            throw new UncheckedIOException("Cannot delete the application's log " + log, e);
        }
    }

    @FunctionalInterface
    private interface Condition {
        boolean holds();
    }
}
