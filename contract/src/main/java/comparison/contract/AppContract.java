package comparison.contract;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.SocketException;
import java.net.URI;
import java.net.http.HttpClient;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;

/**
 * Checks the contract against an application's packaged jar, which is started once for the class. It also checks what
 * only a start can show: readiness, a stop, TLS. All classes of a test run share one PostgreSQL. Each variant needs a
 * class with only a constructor, which implements {@link BenchmarkRoutes} if it has the routes of {@code /benchmark}:
 *
 * {@snippet :
 * class WebFluxVirtualContractIT extends AppContract implements BenchmarkRoutes {
 *     WebFluxVirtualContractIT() {
 *         super("webflux-app", Map.of("THREADS", "virtual"));
 *     }
 * }
 * }
 */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
public abstract class AppContract extends PersonApiContract {

    /**
     * The tests run during a build, so the applications get little memory. They get no second compiler, which would
     * cost more than it saves.
     */
    private static final List<String> FLAGS = List.of("-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1", "-Xmx256m");

    private final Function<Map<String, String>, AppProcess> start;
    private final Map<String, String> settings;
    private @Nullable Path files;
    private @Nullable AppProcess process;

    /**
     * Names the variant.
     *
     * @param app the module, whose jar in the folder {@code target} has the same name, or another path below
     *     {@code target} without extension; the working directory is the module's
     * @param settings environment variables of the variant
     */
    protected AppContract(String app, Map<String, String> settings) {
        Path jar = Path.of("target", app + ".jar");
        this.start = environment -> AppProcess.start(jar, FLAGS, environment);
        this.settings = Map.copyOf(settings);
    }

    /** Checks what a command starts, with the environment of this process. */
    AppContract(List<String> command) {
        this.start = environment -> AppProcess.start(command, environment);
        this.settings = Map.of();
    }

    @BeforeAll
    void startApplication(@TempDir Path folder) {
        files = folder;
        process = started(SharedDatabase.INSTANCE.address());
        process.awaitReady();
    }

    @AfterAll
    void stopApplication() {
        if (process != null) {
            process.close();
        }
    }

    @Override
    public final Target target() {
        return new Target(process().app(), process().management(), files, SharedDatabase.INSTANCE.address());
    }

    /** Returns the process that the contract is checked against. */
    protected final AppProcess process() {
        return Objects.requireNonNull(process, "the application is not started");
    }

    /** Blocks requests that change this person until the lock is closed. */
    final RowLock lockOn(long id) throws SQLException {
        return RowLock.of(SharedDatabase.INSTANCE.address(), id);
    }

    /** Starts another process of this variant, which the caller must close. */
    protected final AppProcess started(DatabaseAddress database) {
        return started(database, Map.of());
    }

    private AppProcess started(DatabaseAddress database, Map<String, String> more) {
        Map<String, String> environment = new HashMap<>(settings);
        environment.putAll(database.environment());
        environment.put("FILES_DIR", Objects.requireNonNull(files).toString());
        environment.putAll(more);
        return start.apply(environment);
    }

    /**
     * Tests a chosen port, TLS, readiness and stop with one start, because a Spring application needs seconds of CPU
     * time to start.
     */
    @Test
    void withACertificateItIsReadyOnceTheDatabaseAnswersAndFinishesWhatRunsOnSigterm(@TempDir Path folder)
            throws Exception {
        DatabaseAddress real = SharedDatabase.INSTANCE.address();
        ServerCertificate certificate = ServerCertificate.in(folder);
        int chosen = Ports.free();
        Map<String, String> environment = new HashMap<>(certificate.settings());
        environment.put("MANAGEMENT_SERVER_PORT", String.valueOf(chosen));
        environment.put("MANAGEMENT_SERVER_SSL_ENABLED", "false"); // Spring's management would use the certificate, too
        try (Forwarder way = new Forwarder(real.port());
                HttpClient client = certificate.client();
                AppProcess lonely = started(
                        new DatabaseAddress("localhost", way.port(), real.name(), real.user(), real.password()),
                        environment)) {
            Api api = new Api(URI.create("https://localhost:" + lonely.app().getPort()), client);
            assertThat(lonely.management().getPort()).isEqualTo(chosen);
            Api management = new Api(lonely.management());
            assertThat(management.get("/actuator/health/readiness").status()).isEqualTo(503);
            assertThat(management.get("/actuator/health").status()).isEqualTo(503);
            assertThat(management.get("/actuator/health/liveness").status()).isEqualTo(200);
            Reply reply = api.get("/person/1");
            reply.isProblem(reply.status() == 500 ? 500 : 503);
            way.open();
            lonely.awaitReady();
            speaksNoClearText(api, lonely);
            finishesWhatRunsAndStops(api, lonely);
        }
    }

    private static void speaksNoClearText(Api api, AppProcess secured) throws IOException {
        long id = api.post("/person", Api.json("Whitfield Diffie", "shares keys"))
                .has(201)
                .isPerson("Whitfield Diffie", "shares keys");
        assertThat(answerToClearText(secured.app(), "/person/" + id))
                .as("answer to a request without TLS")
                .doesNotContain("Diffie")
                .matches("(?s)(HTTP/1\\.1 400 .*|(?!HTTP/).*)");
    }

    private void finishesWhatRunsAndStops(Api api, AppProcess stopped) throws Exception {
        long id = api.post("/person", Api.json("Late Comer", "after the database"))
                .has(201)
                .isPerson("Late Comer", "after the database");
        CompletableFuture<Reply> running;
        CompletableFuture<Integer> exitCode;
        try (RowLock lock = lockOn(id)) {
            running = CompletableFuture.supplyAsync(
                    () -> api.put("/person/" + id, Api.json(id, "Late Comer", "before the end")));
            lock.awaitWaiter();
            exitCode = CompletableFuture.supplyAsync(stopped::stop);
            Thread.sleep(1000); // a head start for the signal
        }
        running.get().has(200).isPerson("Late Comer", "before the end");
        assertThat(exitCode.get()).as("exit code after SIGTERM").isIn(0, 143);
    }

    /** Returns the answer to a request without TLS. Servers answer 400, a TLS alert, or nothing before they close. */
    private static String answerToClearText(URI server, String path) throws IOException {
        try {
            return RawSocket.answerOf(
                    server, "GET " + path + " HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n");
        } catch (SocketException hungUp) {
            return "";
        }
    }

    /** One server for all classes; it stops when the JVM of the tests ends. */
    private static final class SharedDatabase {
        static final Database INSTANCE = Database.start(Map.of("fsync", "off"));
    }
}
