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
import sprout.http.ResponseEncoder;
import sprout.http.ResponseEncoder.Persistence;
import sprout.http.ResponseHead;

/** Measures setting and writing the heads of responses, as connections do it. */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Fork(1)
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 5, time = 1)
public class EncoderBenchmark {
    private static final byte[] DATE = "Sat, 21 Nov 2026 12:00:00 GMT".getBytes(StandardCharsets.US_ASCII);

    private final ResponseHead head = new ResponseHead();
    private final byte[] out = new byte[2048];

    /** Writes type and length. */
    @Benchmark
    public int helloHead() {
        head.reset();
        head.set("Content-Type", "text/plain;charset=UTF-8");
        return write();
    }

    /** Writes the fields of a cacheable file. */
    @Benchmark
    public int fileHead() {
        head.reset();
        head.set("Content-Type", "image/svg+xml");
        head.set("ETag", "\"5f0c2b6e7a\"");
        head.set("Last-Modified", "Sat, 21 Nov 2026 12:00:00 GMT");
        head.set("Cache-Control", "max-age=3600");
        head.set("Accept-Ranges", "bytes");
        return write();
    }

    private int write() {
        return ResponseEncoder.head(head, 13, Persistence.KEEP, DATE, out, 0);
    }
}
