package comparison.peers.micro;

import java.nio.ByteBuffer;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Threads;
import org.openjdk.jmh.annotations.Warmup;
import sprout.server.ByteBufferPool;

/**
 * Measures acquiring and releasing a buffer, alone and in competition with another thread. The pool does not keep
 * buffers of 65536 bytes.
 */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Fork(1)
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 5, time = 1)
public class BufferPoolBenchmark {
    /** Requested bytes. */
    @Param({"2048", "32768", "65536"})
    public int size;

    private final ByteBufferPool pool = new ByteBufferPool();

    @Benchmark
    public int alone() {
        return acquireAndRelease();
    }

    @Benchmark
    @Threads(2)
    public int contended() {
        return acquireAndRelease();
    }

    private int acquireAndRelease() {
        ByteBuffer buffer = pool.acquire(size);
        int capacity = buffer.capacity();
        pool.release(buffer);
        return capacity;
    }
}
