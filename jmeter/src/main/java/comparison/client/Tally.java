package comparison.client;

import java.io.BufferedWriter;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.apache.jmeter.assertions.AssertionResult;
import org.apache.jmeter.engine.util.NoThreadClone;
import org.apache.jmeter.samplers.SampleEvent;
import org.apache.jmeter.samplers.SampleListener;
import org.apache.jmeter.samplers.SampleResult;
import org.apache.jmeter.testelement.AbstractTestElement;
import org.jspecify.annotations.Nullable;

/**
 * Writes each sample as a line of CSV, with the names of JMeter's own columns but only those that are read, and counts.
 * JMeter's own collector builds a line from twenty questions about settings. Safe for use by many threads.
 */
final class Tally extends AbstractTestElement implements SampleListener, NoThreadClone, AutoCloseable {

    private static final long serialVersionUID = 1L;

    static final String HEADER = "timeStamp,elapsed,label,responseCode,success,failureMessage\n";

    private final transient BufferedWriter lines;
    private final StringBuilder line = new StringBuilder(256);
    private long samples;
    private long errors;
    private long first = Long.MAX_VALUE;
    private long last;
    private long busy;
    private @Nullable String firstLabel;
    private long arrivals;
    private long lastArrival;
    private transient @Nullable IOException failure;

    /** Begins a file. */
    Tally(Path result) throws IOException {
        lines = Files.newBufferedWriter(result);
        lines.write(HEADER);
    }

    @Override
    public synchronized void sampleOccurred(SampleEvent event) {
        SampleResult sample = event.getResult();
        long elapsed = sample.getTime();
        samples++;
        busy += elapsed;
        arrived(sample);
        first = Math.min(first, sample.getStartTime());
        last = Math.max(last, sample.getStartTime() + elapsed);
        line.setLength(0);
        line.append(sample.getStartTime()).append(',').append(elapsed).append(',');
        line.append(sample.getSampleLabel()).append(',');
        if (sample.isSuccessful()) {
            line.append(sample.getResponseCode()).append(",true,\n");
        } else {
            errors++;
            line.append(quoted(sample.getResponseCode())).append(",false,");
            line.append(quoted(reason(sample))).append('\n');
        }
        write();
    }

    /** The first operation of the plan is the one whose start the schedule of an open model decides. */
    private void arrived(SampleResult sample) {
        firstLabel = firstLabel == null ? sample.getSampleLabel() : firstLabel;
        if (firstLabel.equals(sample.getSampleLabel())) {
            arrivals++;
            lastArrival = Math.max(lastArrival, sample.getStartTime());
        }
    }

    private void write() {
        try {
            lines.append(line);
        } catch (IOException e) {
            failure = failure == null ? e : failure;
        }
    }

    private static String reason(SampleResult sample) {
        for (AssertionResult assertion : sample.getAssertionResults()) {
            if (assertion.isFailure() || assertion.isError()) {
                return String.valueOf(assertion.getFailureMessage());
            }
        }
        return sample.getResponseMessage();
    }

    private static String quoted(String text) {
        return '"' + text.replace("\"", "\"\"") + '"';
    }

    /** Returns what was counted, separated by tabs: samples, errors, start of the first and end of the last (ms since the epoch), sum of all times (ms), loops, start of the last loop. */
    String counts() {
        return "%d\t%d\t%d\t%d\t%d\t%d\t%d"
                .formatted(samples, errors, samples == 0 ? 0 : first, last, busy, arrivals, lastArrival);
    }

    @Override
    public void sampleStarted(SampleEvent event) {
        // Only ends are of interest.
    }

    @Override
    public void sampleStopped(SampleEvent event) {
        // Only ends are of interest.
    }

    /** Completes the file. */
    @Override
    public synchronized void close() throws IOException {
        lines.close();
        if (failure != null) {
            throw failure;
        }
    }
}
