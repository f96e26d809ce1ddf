package comparison.harness.report;

import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Random;
import java.util.zip.Deflater;
import java.util.zip.GZIPOutputStream;

/**
 * Summarises a file of samples that is as long as asked for and says how many rows per second that are, and whether memory
 * stays the same: see {@code docs/method.md}. Start it with a small heap, such as {@code -Xmx64m}.
 */
final class SamplesBenchmark {

    private static final int MILLION = 1_000_000;
    private static final String HEADER =
            "timeStamp,elapsed,label,responseCode,responseMessage,threadName,success,failureMessage,bytes,sentBytes,grpThreads,allThreads,Latency,Connect\n";
    private static final String[] OPERATIONS = {"Create", "Read", "Update", "Delete"};

    private SamplesBenchmark() {}

    /** Takes millions of rows, 10 by default, and the number of repetitions, 3 by default. */
    public static void main(String[] arguments) throws IOException {
        int rows = MILLION * (arguments.length > 0 ? Integer.parseInt(arguments[0]) : 10);
        int repetitions = arguments.length > 1 ? Integer.parseInt(arguments[1]) : 3;
        Path file = Files.createTempFile("samples", ".jtl.gz");
        try {
            write(file, rows);
            for (int i = 0; i < repetitions; i++) {
                System.out.println(summarised(file, rows));
            }
        } finally {
            Files.delete(file);
        }
    }

    private static String summarised(Path file, int rows) throws IOException {
        long cpu =
                ProcessHandle.current().info().totalCpuDuration().orElseThrow().toNanos();
        long start = System.nanoTime();
        Samples samples = Samples.read(List.of(file));
        double seconds = (System.nanoTime() - start) / 1e9;
        double cpuSeconds =
                (ProcessHandle.current().info().totalCpuDuration().orElseThrow().toNanos() - cpu) / 1e9;
        if (samples.count() != rows) {
            throw new IllegalStateException(samples.count() + " rows instead of " + rows);
        }
        Runtime runtime = Runtime.getRuntime();
        return "%,d rows in %.2f s: %.2f million rows/s (%.2f per second of processor time), heap at most %d MiB"
                .formatted(
                        rows,
                        seconds,
                        rows / seconds / MILLION,
                        rows / cpuSeconds / MILLION,
                        runtime.maxMemory() >> 20);
    }

    /** Rows as JMeter writes them, of ten threads. */
    static void write(Path file, int rows) throws IOException {
        Random random = new Random(1);
        try (OutputStream out = new BufferedOutputStream(new FastGzip(Files.newOutputStream(file)), 1 << 16)) {
            out.write(HEADER.getBytes(StandardCharsets.UTF_8));
            StringBuilder line = new StringBuilder();
            for (int i = 0; i < rows; i++) {
                line.setLength(0);
                int elapsed = 1 + (int) (random.nextInt(20) * random.nextDouble());
                line.append(1_790_000_000_000L + i / 3)
                        .append(',')
                        .append(elapsed)
                        .append(',')
                        .append(OPERATIONS[i & 3])
                        .append(",200,OK,People 1-")
                        .append(i % 10 + 1)
                        .append(",true,,")
                        .append(180 + i % 7)
                        .append(",210,10,10,")
                        .append(elapsed)
                        .append(",0\n");
                out.write(line.toString().getBytes(StandardCharsets.US_ASCII));
            }
        }
    }

    private static final class FastGzip extends GZIPOutputStream {
        FastGzip(OutputStream out) throws IOException {
            super(out, 1 << 16);
            def.setLevel(Deflater.BEST_SPEED);
        }
    }
}
