package comparison.harness.probe;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * Reads one thing again and again while a load runs, and keeps the readings in a raw file of its own. A new kind of probe is one record:
 * what is read, how its file is read again (its {@link Series}), and the metrics that are computed from it. Each reading has the time of
 * its own machine. Not safe for use by several threads: {@link Sampling} sees to that.
 *
 * @param <T> a reading
 */
public final class Probe<T extends Record> implements AutoCloseable {

    /**
     * Where readings come from.
     *
     * @param <T> a reading
     */
    @FunctionalInterface
    public interface Source<T extends Record> extends AutoCloseable {

        /**
         * Reads now.
         *
         * @throws IOException if there is nothing to be read any more
         */
        T read() throws IOException;

        /** Lets go of what it holds; nothing, unless it says so. */
        @Override
        default void close() {}
    }

    private final Series<T> series;
    private final Source<? extends T> source;
    private final Path file;
    private final List<T> readings = new ArrayList<>();
    private boolean over;

    /**
     * Makes a probe that will close its source.
     *
     * @param file into which it writes when it is closed
     */
    public Probe(Series<T> series, Source<? extends T> source, Path file) {
        this.series = series;
        this.source = source;
        this.file = file;
    }

    /** Takes one sample. Once its source is gone nothing is read any more; why it went is somebody else's question. */
    void sample() {
        if (!over) {
            try {
                readings.add(source.read());
            } catch (IOException gone) {
                over = true;
            }
        }
    }

    /** Writes the file and closes the source. */
    @Override
    public void close() {
        try (source) {
            series.write(file, readings);
        }
    }
}
