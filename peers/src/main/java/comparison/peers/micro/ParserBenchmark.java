package comparison.peers.micro;

import java.nio.charset.StandardCharsets;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;
import sprout.http.HttpRequestParser;
import sprout.http.RequestHead;

/** Measures parsing the heads of requests, with one object for all, as connections do it. */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Fork(1)
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 5, time = 1)
public class ParserBenchmark {
    private static final byte[] SHORT = bytes("GET /benchmark/hello HTTP/1.1\r\nHost: 127.0.0.1:8080\r\n\r\n");

    private static final byte[] BROWSER = bytes("""
            GET /people/42?expand=address&page=3 HTTP/1.1
            Host: www.example.org:8080
            User-Agent: Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0
            Accept: text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8
            Accept-Language: en-US,en;q=0.5
            Accept-Encoding: gzip, deflate, br, zstd
            Connection: keep-alive
            Cookie: session=5f0c2b6e7a; theme=dark; consent=all
            Upgrade-Insecure-Requests: 1
            Cache-Control: max-age=0

            """.replace("\n", "\r\n"));

    private final HttpRequestParser parser = new HttpRequestParser();
    private final RequestHead head = new RequestHead();

    /** Parses the head that wrk sends. */
    @Benchmark
    public RequestHead shortHead() {
        return parse(SHORT, SHORT.length);
    }

    /** Parses a browser's head with nine fields. */
    @Benchmark
    public RequestHead browserHead() {
        return parse(BROWSER, BROWSER.length);
    }

    /** Parses a browser's head that arrives in two pieces. */
    @Benchmark
    public RequestHead splitHead() {
        head.reset();
        parser.parse(head, BROWSER, 0, BROWSER.length / 2);
        return finish(BROWSER, BROWSER.length);
    }

    private RequestHead parse(byte[] bytes, int end) {
        head.reset();
        return finish(bytes, end);
    }

    private RequestHead finish(byte[] bytes, int end) {
        if (!parser.parse(head, bytes, 0, end)) {
            throw new IllegalStateException("the head is not complete");
        }
        return head;
    }

    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.US_ASCII);
    }
}
