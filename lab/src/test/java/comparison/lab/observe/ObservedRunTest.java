package comparison.lab.observe;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import com.sun.net.httpserver.HttpServer;
import comparison.harness.Fault;
import comparison.harness.load.LoadOrder;
import comparison.harness.plan.Variant;
import comparison.harness.probe.Meter;
import comparison.harness.probe.Reading;
import comparison.harness.raw.Json;
import comparison.harness.raw.Load.Sent;
import comparison.harness.report.Warning;
import comparison.harness.runtime.LoadClient;
import comparison.harness.runtime.RunningVariant;
import comparison.harness.runtime.Testbed;
import comparison.lab.observe.Observations.Observed;
import comparison.lab.study.BusyJvm;
import java.io.IOException;
import java.lang.reflect.InvocationHandler;
import java.lang.reflect.Proxy;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A testbed in which nothing is loaded, and a real page of metrics. */
class ObservedRunTest {

    private static final LoadOrder ORDER = new LoadOrder(1, 1);

    @TempDir
    @SuppressWarnings("NullAway.Init") // set by JUnit before each test
    private Path folder;

    private HttpServer metrics;
    private volatile int status = 200;
    private final CountDownLatch answered = new CountDownLatch(4);
    private final AtomicInteger loads = new AtomicInteger();
    private final AtomicLong cpu = new AtomicLong();

    @BeforeEach
    void a_page_that_gets_a_byte_longer_each_time() throws IOException {
        AtomicInteger length = new AtomicInteger(10);
        metrics = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        metrics.createContext("/actuator/prometheus", exchange -> {
            byte[] page = new byte[length.getAndIncrement()];
            exchange.sendResponseHeaders(status, page.length);
            exchange.getResponseBody().write(page);
            exchange.close();
            answered.countDown();
        });
        metrics.start();
    }

    @AfterEach
    void the_page_goes() {
        metrics.stop(0);
    }

    @Test
    void a_scraper_tells_how_large_the_page_was_at_first_and_at_last() throws Exception {
        try (Watcher watcher = Watcher.scraper(page())) {
            assertThat(answered.await(60, TimeUnit.SECONDS)).isTrue();
            Watcher.Seen seen = watcher.seen();

            assertThat(seen.looks()).isGreaterThanOrEqualTo(2);
            assertThat(seen.firstBytes()).isEqualTo(10);
            assertThat(seen.lastBytes()).isGreaterThan(10);
        }
    }

    @Test
    void a_page_that_is_not_there_is_refused_with_the_cure() {
        status = 404;

        assertThatExceptionOfType(Watcher.Refused.class)
                .isThrownBy(() -> Watcher.scraper(page()))
                .withMessage("there is no page of metrics at %s (HTTP status 404)", page())
                .satisfies(refused -> assertThat(refused.cure()).contains("MANAGEMENT_SERVER_PORT"));
    }

    @Test
    void a_jcmd_that_is_not_there_is_refused_with_the_cure() {
        assertThatExceptionOfType(Watcher.Refused.class)
                .isThrownBy(() -> Watcher.recording(folder.resolve("jcmd"), 1))
                .withMessageStartingWith("there is no jcmd in " + folder.resolve("jcmd"))
                .satisfies(refused -> assertThat(refused.cure()).contains("use a JDK"))
                .satisfies(refused -> assertThat(refused.looksOn()).isFalse());
    }

    @Test
    void a_jvm_that_lets_nobody_attach_is_refused_with_the_cure_and_lives_on() throws IOException {
        Path jcmd = Path.of(System.getProperty("java.home"), "bin", "jcmd");
        try (BusyJvm jvm = BusyJvm.start(folder.resolve("err.log"), "-XX:+DisableAttachMechanism")) {
            assertThatExceptionOfType(Watcher.Refused.class)
                    .isThrownBy(() -> Watcher.recording(jcmd, jvm.pid()))
                    .withMessageStartingWith("jcmd JFR.start fails: ")
                    .withMessageContaining("Exception: ")
                    .satisfies(refused -> assertThat(refused.cure()).contains("-XX:+DisableAttachMechanism"));

            assertThat(jvm.process().isAlive()).isTrue();
        }
    }

    @Test
    void a_watcher_that_cannot_begin_is_one_warning_and_the_others_are_measured() {
        Observations measured = run(2, folder.resolve("no-jcmd"), "a");

        assertThat(measured.loads())
                .extracting(Observed::watcher)
                .containsExactlyInAnyOrder("nobody", "nobody", "scrape", "scrape");
        assertThat(measured.warnings())
                .singleElement()
                .satisfies(warning -> assertThat(warning.about()).isEqualTo("a, recording"))
                .extracting(Warning::line)
                .asString()
                .endsWith("Use a JDK, not a JRE.");
        assertThat(folder.resolve("table.md"))
                .content()
                .contains("| a | recording | not measured: there is no jcmd in ");
    }

    @Test
    void without_a_page_of_metrics_the_rest_is_measured() throws IOException {
        status = 500;

        Observations measured = run(2, jcmd("exit 0"), "a");

        assertThat(measured.loads())
                .extracting(Observed::watcher)
                .containsExactlyInAnyOrder("nobody", "nobody", "recording", "recording");
        assertThat(measured.loads())
                .allSatisfy(load -> assertThat(load.lastPageBytes()).isNull());
    }

    /** Whatever was measured of it afterwards would be watched, too. */
    @Test
    void a_recording_that_cannot_be_ended_ends_that_variant_and_keeps_its_loads() throws IOException {
        Observations measured =
                run(3, jcmd("case \"$*\" in *JFR.stop*) echo 'it does not listen'; exit 1;; esac"), "a", "b");

        assertThat(measured.loads())
                .extracting(load -> load.variant() + " " + load.round() + " " + load.watcher())
                .containsExactly(
                        "a 1 nobody", "a 1 scrape", "a 1 recording", "b 1 nobody", "b 1 scrape", "b 1 recording");
        assertThat(measured.warnings())
                .extracting(Warning::text)
                .containsOnly(
                        "jcmd JFR.stop fails: it does not listen, so what was still to be measured of it is left out");
    }

    @Test
    void what_was_measured_is_on_the_disk_when_a_server_dies() throws IOException {
        Path jcmd = jcmd("exit 0");

        // Three loads that warm, and three of each round: it dies in the second round of the second variant.
        assertThatExceptionOfType(Fault.class)
                .isThrownBy(() -> observed(2, jcmd, 3 + 6 + 3 + 3 + 2).run(variants("a", "b")))
                .withMessage("the server is dead");

        Observations kept =
                Json.read(folder.resolve("observed.json"), Observations.class).orElseThrow();
        assertThat(kept.loads())
                .extracting(Observed::variant)
                .containsExactly("a", "a", "a", "a", "a", "a", "b", "b", "b");
        assertThat(kept.loads()).extracting(Observed::cpuMicros).containsOnly(250.0);
        assertThat(folder.resolve("table.md"))
                .content()
                .contains("| a | nobody | 250 | 1 |", "| b | nobody | 250 | 1 |");
    }

    private URI page() {
        return management().resolve("/actuator/prometheus");
    }

    private URI management() {
        return URI.create("http://localhost:" + metrics.getAddress().getPort());
    }

    /** A program that is started in the place of the JDK's. */
    private Path jcmd(String script) throws IOException {
        Path program = Files.writeString(folder.resolve("jcmd"), "#!/bin/sh\n" + script + "\n");
        assertThat(program.toFile().setExecutable(true)).isTrue();
        return program;
    }

    private Observations run(int rounds, Path jcmd, String... variants) {
        return observed(rounds, jcmd, Integer.MAX_VALUE).run(variants(variants));
    }

    private static List<Variant> variants(String... ids) {
        return List.of(ids).stream()
                .map(id -> new Variant(id, id, "jvm", "app", "app.jar", "app", Map.of()))
                .toList();
    }

    private ObservedRun observed(int rounds, Path jcmd, int diesAt) {
        Testbed testbed = fake(Testbed.class, (_, method, _) -> switch (method.getName()) {
            case "client" -> client(diesAt);
            case "start" -> server();
            case "resetTable" -> null;
            default -> throw new UnsupportedOperationException(method.getName());
        });
        return new ObservedRun(testbed, ORDER, rounds, folder, _ -> {}, jcmd);
    }

    /** Each of the four requests of a load costs 250 us. */
    private LoadClient client(int diesAt) {
        return fake(LoadClient.class, (_, method, _) -> switch (method.getName()) {
            case "load" -> {
                if (loads.incrementAndGet() == diesAt) {
                    throw Fault.broken("the server is dead");
                }
                cpu.addAndGet(TimeUnit.MICROSECONDS.toNanos(250) * ORDER.requests());
                yield new Sent("jmeter", "closed", 1, ORDER.requests(), 0, 0, 1, 1, null, null);
            }
            case "close" -> null;
            default -> throw new UnsupportedOperationException(method.getName());
        });
    }

    private RunningVariant server() {
        Meter meter = () -> new Reading(0, 0, 0, 0, cpu.get());
        return fake(RunningVariant.class, (_, method, _) -> switch (method.getName()) {
            case "meter" -> meter;
            case "process" -> Optional.of(ProcessHandle.current());
            case "management" -> Optional.of(management());
            case "close" -> null;
            default -> throw new UnsupportedOperationException(method.getName());
        });
    }

    private static <T> T fake(Class<T> type, InvocationHandler handler) {
        return type.cast(Proxy.newProxyInstance(type.getClassLoader(), new Class<?>[] {type}, handler));
    }
}
