package comparison.app;

import jakarta.validation.constraints.Max;
import jakarta.validation.constraints.Min;
import java.nio.file.Path;
import java.time.Duration;
import sprout.config.AppConfig;
import sprout.mvc.FileResponse;
import sprout.mvc.annotation.GetMapping;
import sprout.mvc.annotation.PathVariable;
import sprout.mvc.annotation.RequestMapping;
import sprout.mvc.annotation.RequestParam;
import sprout.mvc.annotation.RestController;

/** Serves routes that isolate one kind of work each. */
@RestController
@RequestMapping("/benchmark")
class BenchmarkController {

    private static final Duration MIXED_DELAY = Duration.ofMillis(50);

    private final Path files;

    BenchmarkController(AppConfig config) {
        this.files = Path.of(config.getStringProperty("files.dir", "files"));
    }

    @GetMapping("/hello")
    String hello() {
        return "Hello, World!";
    }

    @GetMapping("/json")
    Status json() {
        return new Status(
                "success", System.currentTimeMillis(), new Data("Performance test response", "Sprout", "1.0"));
    }

    @GetMapping("/cpu")
    String cpu(@RequestParam(defaultValue = "35") @Min(0) @Max(90) int n) {
        return "Fibonacci(" + n + ") = " + fibonacci(n);
    }

    @GetMapping("/cpu-heavy")
    String cpuHeavy(@RequestParam(defaultValue = "10000") @Min(0) @Max(5_000_000) int limit) {
        return "Primes up to " + limit + ": " + primes(limit);
    }

    @GetMapping("/latency")
    String latency(@RequestParam(defaultValue = "100") @Min(0) @Max(10_000) int ms) throws InterruptedException {
        Thread.sleep(ms);
        return "Delayed response after " + ms + "ms";
    }

    @GetMapping("/mixed")
    String mixed() throws InterruptedException {
        long result = fibonacci(20);
        Thread.sleep(MIXED_DELAY);
        return "Mixed result: Fibonacci(20) = " + result;
    }

    @GetMapping("/file/{name}")
    FileResponse file(@PathVariable String name) {
        return FileResponse.of(files, name);
    }

    @GetMapping("/health")
    String health() {
        return "OK";
    }

    private static long fibonacci(int n) {
        long current = 0;
        long next = 1;
        for (int i = 0; i < n; i++) {
            long sum = current + next;
            current = next;
            next = sum;
        }
        return current;
    }

    /** Counts primes up to {@code limit}, with the sieve of Eratosthenes. */
    private static int primes(int limit) {
        boolean[] composite = new boolean[limit + 1];
        int count = 0;
        for (int candidate = 2; candidate <= limit; candidate++) {
            if (!composite[candidate]) {
                count++;
                for (long multiple = (long) candidate * candidate; multiple <= limit; multiple += candidate) {
                    composite[(int) multiple] = true;
                }
            }
        }
        return count;
    }

    record Status(String status, long timestamp, Data data) {}

    record Data(String message, String server, String version) {}
}
