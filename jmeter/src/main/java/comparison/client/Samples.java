package comparison.client;

import java.io.BufferedWriter;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/**
 * Counts samples and writes each as a line of CSV, with the names of JMeter's columns but only those that are read.
 * JMeter's own collector checks twenty settings per line. Safe for use by many threads.
 */
public final class Samples implements AutoCloseable {

    private static final String HEADER = "timeStamp,elapsed,label,responseCode,success,failureMessage";
    private static final long MICROS_PER_MILLI = 1000;

    private final BufferedWriter lines;
    private final boolean inMicros;
    private final StringBuilder line = new StringBuilder(256);
    private long samples;
    private long errors;
    private long first = Long.MAX_VALUE;
    private long last;
    private long busy;
    private @Nullable String firstLabel;
    private long arrivals;
    private long lastArrival;
    private @Nullable IOException broken;

    private Samples(Path result, boolean inMicros) throws IOException {
        this.inMicros = inMicros;
        lines = Files.newBufferedWriter(result);
        lines.write(HEADER + (inMicros ? ",micros\n" : "\n"));
    }

    /** Creates the file, or replaces an existing one, for a client whose clock counts milliseconds. */
    public static Samples inMillis(Path result) throws IOException {
        return new Samples(result, false);
    }

    /** Creates the file, or replaces an existing one, with the additional column {@code micros}. */
    public static Samples inMicros(Path result) throws IOException {
        return new Samples(result, true);
    }

    /**
     * Counts and writes a sample.
     *
     * @param start ms since the epoch
     * @param micros response time in µs
     * @param label its operation
     * @param code the HTTP status; without a response, the error
     * @param failure why the sample failed; null if it succeeded
     */
    public synchronized void add(long start, long micros, String label, String code, @Nullable String failure) {
        long elapsed = micros / MICROS_PER_MILLI;
        samples++;
        busy += elapsed;
        arrived(start, label);
        first = Math.min(first, start);
        last = Math.max(last, start + elapsed);
        line.setLength(0);
        line.append(start).append(',').append(elapsed).append(',').append(label).append(',');
        if (failure == null) {
            line.append(code).append(",true,");
        } else {
            errors++;
            line.append(quoted(code)).append(",false,").append(quoted(failure));
        }
        if (inMicros) {
            line.append(',').append(micros);
        }
        line.append('\n');
        write();
    }

    /** Counts loops by their first operation, whose start is an arrival in the open model. */
    private void arrived(long start, String label) {
        firstLabel = firstLabel == null ? label : firstLabel;
        if (firstLabel.equals(label)) {
            arrivals++;
            lastArrival = Math.max(lastArrival, start);
        }
    }

    private void write() {
        try {
            lines.append(line);
        } catch (IOException e) {
            broken = broken == null ? e : broken;
        }
    }

    private static String quoted(String text) {
        return '"' + text.replace("\"", "\"\"") + '"';
    }

    /**
     * Returns the counts, separated by tabs: samples, errors, start of the first and end of the last sample (ms since
     * the epoch), sum of all times (ms), loops, start of the last loop (ms since the epoch).
     */
    public synchronized String counts() {
        return "%s\t%s\t%s\t%s\t%s\t%s\t%s"
                .formatted(samples, errors, samples == 0 ? 0 : first, last, busy, arrivals, lastArrival);
    }

    /**
     * Completes the file.
     *
     * @throws IOException if a line could not be written
     */
    @Override
    public synchronized void close() throws IOException {
        lines.close();
        if (broken != null) {
            throw broken;
        }
    }
}
