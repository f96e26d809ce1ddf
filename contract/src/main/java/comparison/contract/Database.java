package comparison.contract;

import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Starts a real PostgreSQL 18 from packaged binaries, on a free port of the loopback interface and in a temporary
 * folder that {@link #close} deletes. It has the table of the Person API, statement statistics and SCRAM
 * authentication.
 *
 * <p>It also stops when the JVM ends, even by SIGKILL. Safe for use by many threads.
 */
public final class Database implements AutoCloseable {

    private static final String PEOPLE = "people";
    private static final Duration START_LIMIT = Duration.ofSeconds(30);
    private static final Duration STOP_LIMIT = Duration.ofSeconds(10);

    /**
     * PostgreSQL's defaults, where the embedding would reduce durability for speed. So figures are comparable with
     * those of an installed server.
     */
    private static final Map<String, String> SETTINGS = Map.of(
            "shared_preload_libraries", "pg_stat_statements",
            "fsync", "on",
            "synchronous_commit", "on",
            "max_connections", "100");

    /** Rules that require a password. The superuser has none, so after this only {@code people} can log in. */
    private static final String LOGIN_RULES = """
        host all all 127.0.0.1/32 scram-sha-256
        host all all ::1/128 scram-sha-256
        """;

    /**
     * The server is a daemon and outlives a killed JVM. This shell script reads from a pipe to which nothing is
     * written, until the JVM ends and the pipe closes. Then it requests a fast shutdown (SIGINT) of the server whose
     * data are in $1.
     */
    private static final String GUARD = """
        read -r never
        server=$(head -n 1 "$1/postmaster.pid")
        [ -n "$server" ] && kill -INT "$server" && while kill -0 "$server"; do sleep 0.1; done
        rm -rf "$1" "$2"
        """;

    private final EmbeddedPostgres server;
    private final Path data;
    private final Path log;
    private final Process guard;
    private volatile ProcessHandle process;

    private Database(EmbeddedPostgres server, Path data, Path log) throws IOException {
        this.server = server;
        this.data = data;
        this.log = log;
        this.process = processOf(data);
        this.guard = new ProcessBuilder("sh", "-c", GUARD, "guard", data.toString(), log.toString())
                .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                .redirectError(ProcessBuilder.Redirect.DISCARD)
                .start();
    }

    /**
     * Starts a server with PostgreSQL's default settings.
     *
     * @throws IllegalStateException if it does not start; the message names the cause and the fix
     */
    public static Database start() {
        return start(Map.of());
    }

    /**
     * Starts a server.
     *
     * @param settings server settings by name, as in postgresql.conf; they override the defaults
     * @throws IllegalStateException if it does not start; the message names the cause and the fix
     */
    public static Database start(Map<String, String> settings) {
        return start(settings, START_LIMIT);
    }

    static Database start(Map<String, String> settings, Duration limit) {
        Path log = null;
        try {
            log = Files.createTempFile("people-postgres-", ".log");
            // Deleted only at the end of the JVM, because the server still writes to it when it stops.
            log.toFile().deleteOnExit();
            Path data = Files.createTempDirectory("people-postgres-");
            return new Database(launch(data, log, settings, limit), data, log).populated();
        } catch (IOException | SQLException | RuntimeException e) {
            throw new IllegalStateException(
                    "The embedded PostgreSQL does not start with the settings %s: %s. %sIt unpacks itself into %s, which must be writable and allow execution; started by root it needs the command 'unshare'."
                            .formatted(settings, e.getMessage(), saidBy(log), System.getProperty("java.io.tmpdir")),
                    e);
        }
    }

    private static String saidBy(@Nullable Path log) {
        try {
            return log == null
                    ? ""
                    : "The server says: " + Files.readString(log).strip() + ". ";
        } catch (IOException e) {
            return "";
        }
    }

    private static EmbeddedPostgres launch(Path data, Path log, Map<String, String> settings, Duration limit)
            throws IOException {
        EmbeddedPostgres.Builder builder = EmbeddedPostgres.builder()
                .setDataDirectory(data)
                // The library would choose a port in the range of outgoing connections, and initdb runs for a second
                // before the server listens.
                .setPort(Ports.free())
                .setPGStartupWait(limit)
                .setOutputRedirector(ProcessBuilder.Redirect.appendTo(log.toFile()))
                .setErrorRedirector(ProcessBuilder.Redirect.appendTo(log.toFile()));
        Map<String, String> all = new HashMap<>(SETTINGS);
        all.putAll(settings);
        all.forEach(builder::setServerConfig);
        return builder.start();
    }

    private Database populated() throws IOException, SQLException {
        try {
            asSuperuser("postgres", "create role people login password 'people'");
            asSuperuser("postgres", "grant pg_checkpoint to people");
            asSuperuser("postgres", "create database people owner people");
            asSuperuser(PEOPLE, "create extension pg_stat_statements");
            Files.writeString(data.resolve("pg_hba.conf"), LOGIN_RULES);
            asSuperuser("postgres", "select pg_reload_conf()");
            createTable();
            return this;
        } catch (IOException | SQLException | RuntimeException e) {
            close();
            throw e;
        }
    }

    private void asSuperuser(String database, String sql) throws SQLException {
        try (Connection connection = server.getDatabase("postgres", database).getConnection();
                Statement statement = connection.createStatement()) {
            statement.execute(sql);
        }
    }

    private void createTable() throws IOException, SQLException {
        try (InputStream schema = Objects.requireNonNull(Database.class.getResourceAsStream("schema.sql"));
                Connection connection = address().connect();
                Statement statement = connection.createStatement()) {
            statement.execute(new String(schema.readAllBytes(), StandardCharsets.UTF_8));
        }
    }

    /** Returns the database's address and the application's credentials. */
    public DatabaseAddress address() {
        return new DatabaseAddress("localhost", server.getPort(), PEOPLE, PEOPLE, PEOPLE);
    }

    private static ProcessHandle processOf(Path data) throws IOException {
        try (Stream<String> lines = Files.lines(data.resolve("postmaster.pid"))) {
            long pid = Long.parseLong(lines.findFirst().orElseThrow().strip());
            return ProcessHandle.of(pid).orElseThrow();
        }
    }

    /** Returns the id of the server's main process, the parent of its other processes. */
    public long pid() {
        return process.pid();
    }

    /**
     * Ends the server like a crash, without notifying its clients, and restarts it on the same port. It recovers what
     * was committed.
     *
     * @throws IllegalStateException if it does not answer within 30 s; the message includes the end of its log
     */
    public void crash() {
        List<String> command = new ArrayList<>();
        if (System.getProperty("user.name").equals("root")) {
            command.addAll(List.of("unshare", "-U")); // PostgreSQL refuses to run as root
        }
        command.addAll(List.of(control().toString(), "-D", data.toString(), "-m", "immediate", "-w", "restart"));
        try {
            Process control = new ProcessBuilder(command)
                    .redirectErrorStream(true)
                    .redirectOutput(ProcessBuilder.Redirect.appendTo(log.toFile()))
                    .start();
            if (!control.waitFor(START_LIMIT.toSeconds(), TimeUnit.SECONDS) || control.exitValue() != 0) {
                throw new IllegalStateException("PostgreSQL does not start again. " + saidBy(log));
            }
            process = processOf(data);
        } catch (IOException e) {
            throw new IllegalStateException("PostgreSQL does not start again: " + e.getMessage(), e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("Interrupted while PostgreSQL starts again", e);
        }
    }

    /** Returns the path of pg_ctl, which is in the same folder as the server's program. */
    private Path control() {
        return Path.of(process.info().command().orElseThrow()).resolveSibling("pg_ctl");
    }

    /**
     * Stops the server, drops open connections and deletes its files. A second call has no effect.
     *
     * @throws IllegalStateException if it does not stop within 10 s
     */
    @Override
    public void close() {
        try {
            server.close();
            process.onExit().get(STOP_LIMIT.toSeconds(), TimeUnit.SECONDS);
            guard.destroy();
        } catch (IOException | ExecutionException | TimeoutException e) {
            throw new IllegalStateException(
                    "PostgreSQL in %s has not stopped after %d s. If 'ps %d' still shows it later, end it with 'kill -9 %d'."
                            .formatted(data, STOP_LIMIT.toSeconds(), pid(), pid()),
                    e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
