package sprout;

import static org.assertj.core.api.Assertions.assertThat;

import comparison.contract.Database;
import comparison.contract.Forwarder;
import java.io.File;
import java.io.IOException;
import java.net.ConnectException;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.net.http.WebSocket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import sprout.fixture.start.StartFixture;
import sprout.fixture.start.StartFixture.Greeting;
import sprout.test.SproutTest;

/** How an application starts, also one that cannot: as a process, one line that names the cause, and exit code 1. */
@Timeout(120)
@Tag("slow")
class StartTest {
    @TempDir
    private Path folder;

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "--server.port=many | server.port is 'many' (argument --server.port), but must be a whole number from"
                        + " 0 to 65535",
                "--server.execution-mode=bio | server.execution-mode is 'bio' (argument --server.execution-mode), but"
                        + " must be one of nio, hybrid",
                "--lonely=true | No bean of type java.lang.Comparable, needed by"
                        + " sprout.fixture.start.StartFixture$Lonely",
                "--unadvised=true | is annotated with @Transactional",
                "server.port=1 | must have the form --key=value",
                "--datasource.max-lifetime=10s | datasource.max-lifetime is 10000 ms, but must be at least 30s",
            })
    void aBadSettingOrAMissingBeanIsOneReadableCause(String argument, String cause) throws Exception {
        assertFails(cause, argument);
    }

    @Test
    void aPortThatIsTakenIsNamed() throws Exception {
        try (ServerSocket taken = new ServerSocket(0)) {
            assertFails("cannot listen on ", "--server.port=" + taken.getLocalPort());
        }
    }

    @Test
    void brokenYamlIsNamedWithItsLine() throws Exception {
        Files.writeString(folder.resolve("application.yml"), "server:\n  port: [1\n");
        assertFails("application.yml is not valid YAML in line ", "--server.port=0");
    }

    @Test
    void theListOfSettingsIsPrintedWithoutAStart() throws Exception {
        Process process = process("--help-config");
        String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(process.waitFor()).isZero();
        assertThat(output).contains("server.port", "default: 8080", "SERVER_PORT");
    }

    private void assertFails(String cause, String argument) throws Exception {
        Process process = process(argument);
        String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(process.waitFor()).as(output).isEqualTo(1);
        assertThat(output.lines().filter(line -> line.startsWith("Sprout cannot start: ")))
                .as(output)
                .singleElement()
                .asString()
                .contains(cause);
        assertThat(output).doesNotContain("\tat ");
    }

    private Process process(String argument) throws IOException {
        List<String> command = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:TieredStopAtLevel=1",
                "-cp",
                folder + File.pathSeparator + System.getProperty("java.class.path"),
                StartFixture.class.getName()));
        if (!argument.contains("server.port") && !argument.startsWith("--help")) {
            command.add("--server.port=0");
        }
        command.add(argument);
        if (!argument.startsWith("--help")) {
            command.add("--management.server.port=0");
        }
        return new ProcessBuilder(command).redirectErrorStream(true).start();
    }

    @Test
    void anApplicationRunsInsideATestWithItsBeansAndSettingsReplaced() {
        Greeting mine = () -> "Mine";
        try (SproutTest application = SproutTest.of(StartFixture.class)
                .with("server.execution-mode", "hybrid")
                .override(Greeting.class, mine)
                .start()) {
            assertThat(application.get("/greeting").body()).isEqualTo("Mine");
            assertThat(application.bean(Greeting.class)).isSameAs(mine);
        }
    }

    @Test
    void anApplicationInsideATestStopsThoughAThreadReadsAnEndlessResponse() throws Exception {
        CompletableFuture<String> body;
        try (SproutTest application = SproutTest.of(StartFixture.class).start()) {
            body = CompletableFuture.supplyAsync(
                    () -> application.get("/endless").body());
            assertThat(StartFixture.ENDLESS.await(20, TimeUnit.SECONDS)).isTrue();
        }
        assertThat(body.get(20, TimeUnit.SECONDS)).startsWith("data: first\n\n");
    }

    @ParameterizedTest
    @CsvSource({"nio,virtual", "nio,platform", "hybrid,virtual", "hybrid,platform"})
    void noRequestOrMessageFindsWhatTheOneBeforeLeftOnItsThread(String mode, String threads) throws Exception {
        try (SproutTest application = SproutTest.of(StartFixture.class)
                .with("server.execution-mode", mode)
                .with("server.thread-type", threads)
                .with("server.thread-pool-size", "1")
                .start()) {
            for (int i = 0; i < 3; i++) {
                assertThat(application.get("/left-over").body()).isEqualTo("null");
                assertThat(leftByMessages(application)).containsExactly("null", "null");
                assertThat(application.get("/interrupted").body()).hasSize(100_000);
            }
        }
    }

    private static List<String> leftByMessages(SproutTest application) throws InterruptedException {
        BlockingQueue<String> answers = new LinkedBlockingQueue<>();
        URI uri = URI.create("ws://localhost:" + application.context().port() + "/left-over-messages");
        try (HttpClient client = HttpClient.newHttpClient()) {
            WebSocket socket = client.newWebSocketBuilder()
                    .buildAsync(uri, new WebSocket.Listener() {
                        @Override
                        public @Nullable CompletionStage<?> onText(WebSocket from, CharSequence text, boolean last) {
                            answers.add(text.toString());
                            from.request(1);
                            return null;
                        }
                    })
                    .join();
            socket.sendText("of the message before", true).join();
            socket.sendText("of the message before", true).join();
            List<String> both = List.of(answers.take(), answers.take());
            socket.abort();
            return both;
        }
    }

    @ParameterizedTest
    @CsvSource({"127.0.0.1, false", "0.0.0.0, true"})
    void managementAnswersThisMachineOnlyUnlessItIsAskedToAnswerOthers(String address, boolean others)
            throws Exception {
        SproutTest.Builder builder = SproutTest.of(StartFixture.class);
        try (SproutTest application =
                others ? builder.with("management.server.address", address).start() : builder.start()) {
            int port = application.context().managementPort();
            assertThat(listens("127.0.0.1", port)).isTrue();
            assertThat(listens("127.0.0.2", port)).as("another address").isEqualTo(others);
        }
    }

    /** Otherwise the application would be restarted, or its load could not be seen, when it has much to do. */
    @Test
    void healthAndMetricsAnswerWhileAllVirtualThreadsCompute() throws Exception {
        AtomicBoolean computes = new AtomicBoolean(true);
        try (SproutTest application = SproutTest.of(StartFixture.class).start();
                HttpClient client = HttpClient.newHttpClient()) {
            for (int i = 0; i < 2 * Runtime.getRuntime().availableProcessors(); i++) {
                Thread.startVirtualThread(() -> {
                    while (computes.get()) {
                        Thread.onSpinWait();
                    }
                });
            }
            for (String page : List.of("health/liveness", "health", "prometheus")) {
                URI uri = URI.create("http://localhost:%d/actuator/%s"
                        .formatted(application.context().managementPort(), page));
                HttpRequest request = HttpRequest.newBuilder(uri)
                        .timeout(Duration.ofSeconds(20))
                        .build();
                assertThat(client.send(request, BodyHandlers.ofString()).body()).containsAnyOf("UP", "jvm_");
            }
        } finally {
            computes.set(false);
        }
    }

    private static boolean listens(String address, int port) throws IOException {
        try (Socket _ = new Socket(address, port)) {
            return true;
        } catch (ConnectException e) {
            return false;
        }
    }

    @Test
    void readinessFollowsADatabaseThatIsLostInMidLifeAndComesBack() throws Exception {
        try (Database database = Database.start();
                Forwarder way = new Forwarder(database.address().port());
                SproutTest application = SproutTest.of(StartFixture.class)
                        .with(
                                "datasource.url",
                                "jdbc:postgresql://localhost:" + way.port() + "/"
                                        + database.address().name())
                        .with("datasource.username", database.address().user())
                        .with("datasource.password", database.address().password())
                        .with("datasource.connection-timeout", "500ms")
                        .start()) {
            assertThat(application.get("/greeting").statusCode()).isEqualTo(200);
            assertThat(readiness(application)).isEqualTo(503);
            for (int i = 0; i < 2; i++) {
                way.open();
                awaitReadiness(application, 200);
                way.shut();
                endConnections(database);
                awaitReadiness(application, 503);
            }
        }
    }

    /** Those that were forwarded outlive the forwarding. */
    private static void endConnections(Database database) throws SQLException {
        var address = database.address();
        String url = "jdbc:postgresql://%s:%d/%s".formatted(address.host(), address.port(), address.name());
        try (Connection connection = DriverManager.getConnection(url, address.user(), address.password());
                Statement statement = connection.createStatement()) {
            statement.execute("select pg_terminate_backend(pid) from pg_stat_activity where usename = current_user"
                    + " and pid <> pg_backend_pid()");
        }
    }

    private static void awaitReadiness(SproutTest application, int status) throws InterruptedException {
        while (readiness(application) != status) {
            Thread.sleep(50);
        }
    }

    private static int readiness(SproutTest application) {
        URI uri =
                URI.create("http://localhost:" + application.context().managementPort() + "/actuator/health/readiness");
        try (HttpClient client = HttpClient.newHttpClient()) {
            return client.send(HttpRequest.newBuilder(uri).build(), BodyHandlers.discarding())
                    .statusCode();
        } catch (IOException | InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }
}
