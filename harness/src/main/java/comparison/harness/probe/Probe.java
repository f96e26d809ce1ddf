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

    /**
     * A source on another machine. Its samples are taken and kept there, so that nothing is sent while a load runs.
     *
     * @param <T> a reading
     */
    public interface Far<T extends Record> extends Source<T> {

        /** Begins to take samples, as often as {@link Sampling} does. */
        void begin() throws IOException;

        /** Takes the last sample and returns all, with times of this machine. */
        List<T> end() throws IOException;
    }

    private final Series<T> series;
    private final Source<? extends T> source;
    private final Path file;
    private final List<T> readings = new ArrayList<>();
    private boolean begun;
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
                if (!(source instanceof Far<? extends T> far)) {
                    readings.add(source.read());
                } else if (!begun) {
                    far.begin();
                }
                begun = true;
            } catch (IOException gone) {
                over = true;
            }
        }
    }

    private void fetch() {
        if (begun && !over && source instanceof Far<? extends T> far) {
            over = true;
            try {
                readings.addAll(far.end());
            } catch (IOException gone) {
                // As if it had never begun; the cause is reported elsewhere.
            }
        }
    }

    /** Writes the file. */
    @Override
    public void close() {
        fetch();
        series.write(file, readings);
    }
}
