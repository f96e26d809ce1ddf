package comparison.harness.probe;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * Samples one source while a load runs, and writes the readings to a separate raw file. A new kind of probe is one
 * record: its components, the format of its file (its {@link Series}), and the metrics that are computed from it. Each
 * reading has the time at which it was taken. Not safe for use by several threads: {@link Sampling} synchronizes the
 * calls.
 *
 * @param <T> a reading
 */
public final class Probe<T extends Record> implements AutoCloseable {

    /**
     * A source of readings.
     *
     * @param <T> a reading
     */
    @FunctionalInterface
    public interface Source<T extends Record> {

        /**
         * Takes one reading.
         *
         * @throws IOException if the source no longer exists
         */
        T read() throws IOException;
    }

    private final Series<T> series;
    private final Source<? extends T> source;
    private final Path file;
    private final List<T> readings = new ArrayList<>();
    private boolean over;

    /**
     * Creates a probe.
     *
     * @param file that is written when the probe is closed
     */
    public Probe(Series<T> series, Source<? extends T> source, Path file) {
        this.series = series;
        this.source = source;
        this.file = file;
    }

    /** Takes one sample. Stops sampling once the source has failed; the cause is reported elsewhere. */
    void sample() {
        if (!over) {
            try {
                readings.add(source.read());
            } catch (IOException gone) {
                over = true;
            }
        }
    }

    /** Writes the file. */
    @Override
    public void close() {
        series.write(file, readings);
    }
}
