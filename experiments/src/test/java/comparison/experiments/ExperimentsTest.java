package comparison.experiments;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.lang.management.ManagementFactory;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import sprout.server.RequestExecutorService;
import sprout.test.SproutTest;

/** Both halves of each experiment answer alike, and differ in what the experiment is about. */
class ExperimentsTest {

    /** Nobody listens there: the application starts without its database. */
    private static SproutTest started(Map<String, String> settings) {
        SproutTest.Builder app = SproutTest.of(Application.class)
                .with("datasource.url", "jdbc:postgresql://localhost:1/none")
                .with("experiment.scrape-every", "1h");
        settings.forEach(app::with);
        return app.start();
    }

    @Test
    void without_a_setting_it_is_sprout_app() {
        try (SproutTest app = started(Map.of())) {
            assertThat(app.get("/benchmark/hello").body()).isEqualTo("Hello, World!");
            assertThat(app.get("/experiment/page").statusCode()).isEqualTo(404);
            assertThat(app.context().beans().find(RequestExecutorService.class)).isEmpty();
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"kernel", "whole", "buffer"})
    void a_file_is_the_same_whichever_way_it_is_sent(String way, @TempDir Path folder) throws Exception {
        String content = IntStream.range(0, 5000).mapToObj(Integer::toString).collect(Collectors.joining(" "));
        Files.writeString(folder.resolve("some.bin"), content);

        try (SproutTest app = started(Map.of("experiment.file", way, "files.dir", folder.toString()))) {
            HttpResponse<String> answer = app.get("/benchmark/file/some.bin");

            assertThat(answer.statusCode()).isEqualTo(200);
            assertThat(answer.headers().firstValueAsLong("Content-Length")).hasValue(content.length());
            assertThat(answer.headers().firstValue("Content-Type")).hasValue("application/octet-stream");
            assertThat(answer.body()).isEqualTo(content);
            assertThat(app.get("/benchmark/file/other.bin").statusCode()).isEqualTo(404);
            assertThat(app.get("/benchmark/file/..").statusCode()).isIn(400, 404);
        }
    }

    @Test
    void the_full_address_gives_each_request_a_series_and_the_route_does_not() {
        assertThat(series("full")).isEqualTo(20 + 1);
        assertThat(series("route")).isEqualTo(2 + 1);
    }

    /** Counts series after twenty different requests to two routes, and one for the page. */
    private static long series(String tag) {
        try (SproutTest app = started(Map.of("experiment.uri-tag", tag, "experiment.page", "sized"))) {
            for (int i = 0; i < 10; i++) {
                app.get("/benchmark/cpu?n=" + i);
                app.get("/nowhere/" + i);
            }
            app.get("/experiment/page");
            return app.get("/experiment/page")
                    .body()
                    .lines()
                    .filter(line -> line.startsWith("experiment_requests_seconds_count"))
                    .count();
        }
    }

    @Test
    void a_buffer_without_a_size_costs_more_than_twice_the_page() {
        assertThat(allocated("unsized") - allocated("sized")).isGreaterThan(800_000);
    }

    /** Returns what this thread allocates for one page of about 800 KB, after the same was done before. */
    private static long allocated(String buffer) {
        try (SproutTest app = started(Map.of("experiment.page", buffer, "experiment.page-size", "800KB"))) {
            ScrapedPage page = app.bean(ScrapedPage.class);
            assertThat(page.write().length).isBetween(600_000, 1_100_000);
            var threads = (com.sun.management.ThreadMXBean) ManagementFactory.getThreadMXBean();
            long before = threads.getCurrentThreadAllocatedBytes();
            page.write();
            return threads.getCurrentThreadAllocatedBytes() - before;
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"nio", "hybrid"})
    void all_threads_of_a_full_pool_exist_before_the_first_request(String mode) {
        Map<String, String> settings = Map.of(
                "experiment.prestart", "true",
                "server.thread-type", "platform",
                "server.thread-pool-size", "7",
                "server.execution-mode", mode);

        try (SproutTest app = started(settings)) {
            assertThat(Thread.getAllStackTraces().keySet())
                    .filteredOn(thread -> thread.getName().startsWith("http-pool-"))
                    .hasSizeGreaterThanOrEqualTo(7);
            assertThat(app.get("/benchmark/hello").body()).isEqualTo("Hello, World!");
        }
    }

    @Test
    void a_selector_may_have_selected_before_the_first_connection() {
        try (SproutTest app = started(Map.of("experiment.first-select", "true"))) {
            assertThat(app.bean(EarlySelect.class)).isNotNull();
            assertThat(app.get("/benchmark/hello").body()).isEqualTo("Hello, World!");
        }
    }

    @Test
    void an_experiment_that_is_not_there_ends_the_start() {
        assertThatThrownBy(() -> started(Map.of("experiment.file", "mmap")).close())
                .hasMessageContaining("experiment.file")
                .hasMessageContaining("mmap");
    }
}
