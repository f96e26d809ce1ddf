package comparison.harness.report;

import comparison.harness.Fault;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;

/** The latency of one load, for a decision while a run goes on; it is computed as the report's is. */
public final class Latency {

    private Latency() {}

    /**
     * Returns a percentile over all operations, in ms.
     *
     * @param samples compressed
     * @throws Fault if they are damaged
     */
    public static long percentileMillis(Path samples, double percentile) {
        try (InputStream file = Files.newInputStream(samples)) {
            return Samples.read(file).total().times().getValueAtPercentile(percentile);
        } catch (IOException | IllegalArgumentException e) {
            throw Fault.broken("%s cannot be read: %s.".formatted(samples, e.getMessage()), e);
        }
    }
}
