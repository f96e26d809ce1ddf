package sprout.management;

import com.zaxxer.hikari.HikariDataSource;
import io.micrometer.core.instrument.MeterRegistry;
import java.io.IOException;
import java.util.List;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import sprout.mvc.Endpoint;
import sprout.mvc.RequestTimings;

/**
 * Provides the metrics of the application in Prometheus format. The first scrape creates the registry, because loading
 * it takes longer than starting the server. Requests are counted from the first one on; GC pauses before the first
 * scrape are missing. Thread-safe.
 */
public final class Metrics implements AutoCloseable {
    private final List<Endpoint> endpoints;
    private final RequestTimings unmatched;
    private final @Nullable CompletionStage<HikariDataSource> pool;
    private final Supplier<Source> engine;
    private final ReentrantLock lock = new ReentrantLock();
    private @Nullable MeterPage page;

    /** Adds meters of another part of the application. Called by one thread at a time. */
    public interface Source {
        /** Registers the meters. Called once. */
        void bind(MeterRegistry meters);

        /** Updates the values of the meters. Called at the beginning of each scrape. */
        void refresh();
    }

    /**
     * Creates metrics from these sources.
     *
     * @param endpoints the endpoints whose requests are shown
     * @param unmatched requests that no endpoint answered
     * @param pool the connection pool; measured once it is open and the first scrape was requested; null without a
     *     database
     * @param engine supplies the meters of the server; called by the first scrape
     */
    public Metrics(
            List<Endpoint> endpoints,
            RequestTimings unmatched,
            @Nullable CompletionStage<HikariDataSource> pool,
            Supplier<Source> engine) {
        this.endpoints = List.copyOf(endpoints);
        this.unmatched = unmatched;
        this.pool = pool;
        this.engine = engine;
    }

    /**
     * Writes the metrics page, in UTF-8. Should be called on a platform thread.
     *
     * <p>On a virtual thread, the {@link java.io.BufferedWriter} of the library would start with 512 characters. It
     * would grow only as far as the next word needs (JDK 25). A page has 12 KB of short words, so almost every word
     * would copy everything before it.
     */
    byte[] scrape() throws IOException {
        lock.lock();
        try {
            MeterPage known = page;
            if (known == null) {
                known = new MeterPage(pool, engine.get());
                page = known;
            }
            return known.write(endpoints, unmatched);
        } finally {
            lock.unlock();
        }
    }

    /** Unregisters the listener for garbage collections. */
    @Override
    public void close() {
        lock.lock();
        try {
            if (page != null) {
                page.close();
            }
        } finally {
            lock.unlock();
        }
    }
}
