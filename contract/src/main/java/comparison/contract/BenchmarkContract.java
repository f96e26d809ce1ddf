package comparison.contract;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;

/** Tests the routes that each isolate one kind of work. */
interface BenchmarkContract extends Targeted {

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "hello | Hello, World!",
                "health | OK",
                "cpu | Fibonacci(35) = 9227465",
                "cpu?n=0 | Fibonacci(0) = 0",
                "cpu?n=1 | Fibonacci(1) = 1",
                "cpu?n=90 | Fibonacci(90) = 2880067194370816120",
                "cpu-heavy | Primes up to 10000: 1229",
                "cpu-heavy?limit=0 | Primes up to 0: 0",
                "cpu-heavy?limit=2 | Primes up to 2: 1",
                "cpu-heavy?limit=49 | Primes up to 49: 15",
                "cpu-heavy?limit=5000000 | Primes up to 5000000: 348513",
                "mixed | Mixed result: Fibonacci(20) = 6765"
            })
    default void textIsAnsweredPlain(String route, String text) {
        assertThat(app().get("/benchmark/" + route).has(200).is("text/plain").text())
                .isEqualTo(text);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "cpu?n=-1", "cpu?n=91", "cpu?n=many",
                "cpu-heavy?limit=-1", "cpu-heavy?limit=5000001", "cpu-heavy?limit=many"
            })
    default void aParameterOutOfRangeIsRefused(String route) {
        app().get("/benchmark/" + route).isProblem(400);
    }

    @Test
    default void mixedWorkWaitsForFiftyMilliseconds() {
        long start = System.nanoTime();
        app().get("/benchmark/mixed").has(200);
        assertThat(Duration.ofNanos(System.nanoTime() - start)).isGreaterThanOrEqualTo(Duration.ofMillis(50));
    }

    @Test
    default void benchmarksAreOnlyRead() {
        assertThat(app().post("/benchmark/hello", "{}").isProblem(405).header("Allow"))
                .contains("GET");
    }

    @Test
    default void jsonHasAStatusATimestampAndNestedData() {
        long before = Instant.now().minusSeconds(3600).toEpochMilli();
        JsonNode json =
                app().get("/benchmark/json").has(200).is("application/json").json();
        assertThat(json.propertyNames()).containsExactlyInAnyOrder("status", "timestamp", "data");
        assertThat(json.get("status").stringValue()).isEqualTo("success");
        assertThat(json.get("timestamp").longValue())
                .as("milliseconds since 1970")
                .isGreaterThan(before);
        JsonNode data = json.get("data");
        assertThat(data.propertyNames()).containsExactlyInAnyOrder("message", "server", "version");
        assertThat(data.get("message").stringValue()).isEqualTo("Performance test response");
        assertThat(data.get("server").stringValue()).isIn("Sprout", "Spring Servlet", "Spring WebFlux");
        assertThat(data.get("version").stringValue()).isEqualTo("1.0");
    }
}
