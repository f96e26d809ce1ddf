package sprout.management;

import com.zaxxer.hikari.HikariDataSource;
import io.micrometer.core.instrument.MeterRegistry;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.util.List;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import sprout.mvc.Endpoint;
import sprout.mvc.RequestTimings;

/**
 * The metrics of the application in the format of Prometheus. The registry is made by the first scrape: loading it takes longer than
 * starting the server. Requests are counted from the first one on; only GC pauses before the first scrape are not seen.
 */
public final class Metrics implements AutoCloseable {
    private final List<Endpoint> endpoints;
    private final RequestTimings unmatched;
    private final @Nullable CompletionStage<HikariDataSource> pool;
    private final Supplier<Source> engine;
    private final ReentrantLock lock = new ReentrantLock();
    private @Nullable MeterPage page;

    /** Meters of another part of the application. Called by one thread at a time. */
    public interface Source {
        /** Adds its meters; once. */
        void bind(MeterRegistry meters);

        /** Reads what its meters show; at the beginning of each scrape. */
        void refresh();
    }

    /**
     * Metrics of these sources.
     *
     * @param unmatched requests that no endpoint answered
     * @param pool measured from when it is open and the first scrape has come, null if there is none
     * @param engine asked by the first scrape, for the meters of the server
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
     * The page, in UTF-8. It is made by a platform thread: a {@link java.io.BufferedWriter} that a virtual one makes begins with 512
     * characters and grows by no more than the next word needs (JDK 25), and the library that writes the page makes one itself. Of 12 KB
     * in short words nearly each would copy all that is before it.
     */
    byte[] scrape() throws IOException {
        if (!Thread.currentThread().isVirtual()) {
            return write();
        }
        FutureTask<byte[]> task = new FutureTask<>(this::write);
        Thread.ofPlatform().daemon().name("metrics page").start(task);
        try {
            return task.get();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new InterruptedIOException("interrupted while the page of metrics was written");
        } catch (ExecutionException e) {
            throw new IOException("the page of metrics cannot be written", e.getCause());
        }
    }

    private byte[] write() throws IOException {
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

    /** Stops listening to garbage collections. */
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
