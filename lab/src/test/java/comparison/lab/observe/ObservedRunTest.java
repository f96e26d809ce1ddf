package comparison.lab.observe;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import com.sun.net.httpserver.HttpServer;
import comparison.harness.Fault;
import comparison.harness.load.LoadOrder;
import comparison.harness.plan.Variant;
import comparison.harness.probe.Meter;
import comparison.harness.probe.Reading;
import comparison.harness.record.Json;
import comparison.harness.record.Load.Sent;
import comparison.harness.report.Warning;
import comparison.harness.runtime.LoadClient;
import comparison.harness.runtime.RunningVariant;
import comparison.harness.runtime.Testbed;
import java.io.IOException;
import java.lang.reflect.InvocationHandler;
import java.lang.reflect.Proxy;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
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

/** A testbed in which nothing is loaded, and a real metrics page. */
class ObservedRunTest {

    private static final LoadOrder ORDER = new LoadOrder(1, 1);

    @TempDir
    @SuppressWarnings("NullAway.Init") // set by JUnit before each test
    private Path folder;

    private HttpServer metrics;
    private volatile int status = 200;
    private final CountDownLatch answered = new CountDownLatch(4);
    private final List<Variant> starts = new ArrayList<>();
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
    void a_scraper_looks_again_and_again_and_tells_how_large_the_page_is() throws Exception {
        try (Scraper scraper = new Scraper(page())) {
            assertThat(scraper.bytes()).isEqualTo(10);

            scraper.begin();
            assertThat(answered.await(60, TimeUnit.SECONDS)).isTrue();

            assertThat(scraper.looks()).isGreaterThanOrEqualTo(2);
            assertThat(scraper.bytes()).isGreaterThan(12);
        }
    }

    @Test
    void a_page_that_is_not_there_is_a_warning_and_the_rest_is_measured() {
        status = 404;

        Observations measured = observed(2, Integer.MAX_VALUE).run(variants("a"));

        assertThat(measured.loads())
                .extracting(Observed::watcher)
                .containsExactlyInAnyOrder(Watcher.NOBODY, Watcher.NOBODY, Watcher.RECORDING, Watcher.RECORDING);
        assertThat(measured.warnings())
                .singleElement()
                .extracting(Warning::line)
                .asString()
                .startsWith("a, scrape: There is no metrics page at %s (HTTP status 404). Let".formatted(page()));
        assertThat(folder.resolve("table.md")).content().contains("| a | scrape | not measured |");
    }

    @Test
    void each_figure_is_of_a_fresh_start_and_each_round_begins_with_another_watcher() {
        Observations measured = observed(2, Integer.MAX_VALUE).run(variants("a", "b"));

        assertThat(measured.loads())
                .extracting(load -> "%d %s %s".formatted(load.round(), load.variant(), load.watcher()))
                .containsExactly(
                        "1 a scrape",
                        "1 a recording",
                        "1 a nobody",
                        "1 b scrape",
                        "1 b recording",
                        "1 b nobody",
                        "2 a recording",
                        "2 a nobody",
                        "2 a scrape",
                        "2 b recording",
                        "2 b nobody",
                        "2 b scrape");
        assertThat(starts).hasSize(12);
        assertThat(starts.stream().filter(variant -> variant.flags().toString().contains("StartFlightRecording")))
                .hasSize(4);
    }

    @Test
    void what_was_measured_is_on_the_disk_when_a_server_dies() {
        // Four loads of each start: it dies in the third one of nobody's start, the third of the first round.
        assertThatExceptionOfType(Fault.class)
                .isThrownBy(() -> observed(2, 4 + 4 + 3).run(variants("a")))
                .withMessage("the server is dead");

        Observations kept =
                Json.read(folder.resolve("observed.json"), Observations.class).orElseThrow();
        assertThat(kept.loads()).extracting(Observed::watcher).containsExactly(Watcher.SCRAPE, Watcher.RECORDING);
        assertThat(kept.loads()).extracting(Observed::cpuMicros).containsOnly(250.0);
        assertThat(folder.resolve("table.md")).content().contains("| a | recording | 250 |");
    }

    private URI page() {
        return management().resolve("/actuator/prometheus");
    }

    private URI management() {
        return URI.create("http://localhost:" + metrics.getAddress().getPort());
    }

    private static List<Variant> variants(String... ids) {
        return List.of(ids).stream()
                .map(id -> new Variant(id, id, "jvm", "app", "app.jar", "app", Map.of()))
                .toList();
    }

    private ObservedRun observed(int rounds, int diesAt) {
        Testbed testbed = fake(Testbed.class, (_, method, arguments) -> switch (method.getName()) {
            case "client" -> client(diesAt);
            case "start" -> {
                starts.add((Variant) arguments[0]);
                yield server();
            }
            case "resetTable" -> null;
            default -> throw new UnsupportedOperationException(method.getName());
        });
        return new ObservedRun(testbed, ORDER, rounds, folder, _ -> {});
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
            case "now" -> Instant.now();
            case "management" -> Optional.of(management());
            case "close" -> null;
            default -> throw new UnsupportedOperationException(method.getName());
        });
    }

    private static <T> T fake(Class<T> type, InvocationHandler handler) {
        return type.cast(Proxy.newProxyInstance(type.getClassLoader(), new Class<?>[] {type}, handler));
    }
}
