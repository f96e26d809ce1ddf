package comparison.app;

import jakarta.validation.constraints.Max;
import jakarta.validation.constraints.Min;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.time.Duration;
import org.springframework.beans.factory.annotation.Value;
import org.springframework.core.io.FileSystemResource;
import org.springframework.core.io.Resource;
import org.springframework.http.HttpStatus;
import org.springframework.http.MediaType;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;
import org.springframework.web.server.ResponseStatusException;
import reactor.core.publisher.Mono;
import reactor.core.scheduler.Schedulers;

/** Serves routes that isolate one kind of work each. */
@RestController
@RequestMapping("/benchmark")
class BenchmarkController {

    private static final Duration MIXED_DELAY = Duration.ofMillis(50);

    private final Path files;

    BenchmarkController(@Value("${files.dir}") Path files) {
        this.files = files.toAbsolutePath().normalize();
    }

    @GetMapping(path = "/hello", produces = MediaType.TEXT_PLAIN_VALUE)
    Mono<String> hello() {
        return Mono.just("Hello, World!");
    }

    @GetMapping("/json")
    Status json() {
        return new Status(
                "success", System.currentTimeMillis(), new Data("Performance test response", "Spring WebFlux", "1.0"));
    }

    @GetMapping(path = "/cpu", produces = MediaType.TEXT_PLAIN_VALUE)
    Mono<String> cpu(@RequestParam(defaultValue = "35") @Min(0) @Max(90) int n) {
        return Mono.just("Fibonacci(" + n + ") = " + fibonacci(n));
    }

    @GetMapping(path = "/cpu-heavy", produces = MediaType.TEXT_PLAIN_VALUE)
    Mono<String> cpuHeavy(@RequestParam(defaultValue = "10000") @Min(0) @Max(5_000_000) int limit) {
        return Mono.fromCallable(() -> "Primes up to " + limit + ": " + primes(limit))
                .subscribeOn(Schedulers.parallel());
    }

    @GetMapping(path = "/latency", produces = MediaType.TEXT_PLAIN_VALUE)
    Mono<String> latency(@RequestParam(defaultValue = "100") @Min(0) @Max(10_000) int ms) {
        return Mono.delay(Duration.ofMillis(ms)).map(elapsed -> "Delayed response after " + ms + "ms");
    }

    @GetMapping(path = "/mixed", produces = MediaType.TEXT_PLAIN_VALUE)
    Mono<String> mixed() {
        long result = fibonacci(20);
        return Mono.delay(MIXED_DELAY).map(elapsed -> "Mixed result: Fibonacci(20) = " + result);
    }

    @GetMapping("/file/{name}")
    Mono<ResponseEntity<Resource>> file(@PathVariable String name) {
        Path file = within(name);
        BasicFileAttributes attributes = attributes(file);
        return Mono.just(ResponseEntity.ok()
                .eTag(tag(attributes))
                .lastModified(attributes.lastModifiedTime().toInstant())
                .body(new FileSystemResource(file)));
    }

    @GetMapping(path = "/health", produces = MediaType.TEXT_PLAIN_VALUE)
    Mono<String> health() {
        return Mono.just("OK");
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

    private Path within(String name) {
        try {
            Path file = files.resolve(name).normalize();
            if (file.startsWith(files)) {
                return file;
            }
        } catch (InvalidPathException e) {
            // A file with an invalid name does not exist.
        }
        throw notFound();
    }

    /** Returns the attributes of a regular file; anything else counts as missing. */
    private static BasicFileAttributes attributes(Path file) {
        try {
            BasicFileAttributes attributes = Files.readAttributes(file, BasicFileAttributes.class);
            if (attributes.isRegularFile()) {
                return attributes;
            }
        } catch (IOException e) {
            // Answered like a missing file.
        }
        throw notFound();
    }

    private static String tag(BasicFileAttributes attributes) {
        return "\"" + Long.toHexString(attributes.lastModifiedTime().toMillis()) + "-"
                + Long.toHexString(attributes.size()) + "\"";
    }

    private static ResponseStatusException notFound() {
        return new ResponseStatusException(HttpStatus.NOT_FOUND, "There is no such file");
    }

    record Status(String status, long timestamp, Data data) {}

    record Data(String message, String server, String version) {}
}
