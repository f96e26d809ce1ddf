package sprout.management;

import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/**
 * Checks whether something that the application needs is available. If a check takes longer than 1 s, the result is
 * negative. At most one check runs at a time, so that an unreachable database neither blocks the prober nor accumulates
 * threads. A bean of this type takes part in readiness. Thread-safe.
 */
public final class HealthCheck {
    private static final Duration PATIENCE = Duration.ofSeconds(1);

    private final BooleanSupplier question;
    private final ReentrantLock lock = new ReentrantLock();
    private @Nullable CompletableFuture<Boolean> underWay;

    public HealthCheck(BooleanSupplier question) {
        this.question = question;
    }

    boolean up() {
        try {
            return current().get(PATIENCE.toMillis(), TimeUnit.MILLISECONDS);
        } catch (TimeoutException | ExecutionException e) {
            return false;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return false;
        }
    }

    private CompletableFuture<Boolean> current() {
        lock.lock();
        try {
            CompletableFuture<Boolean> known = underWay;
            if (known == null || known.isDone()) {
                known = CompletableFuture.supplyAsync(question::getAsBoolean, task -> start(task));
                underWay = known;
            }
            return known;
        } finally {
            lock.unlock();
        }
    }

    private static void start(Runnable task) {
        Thread thread = new Thread(task, "sprout-health");
        thread.setDaemon(true);
        thread.start();
    }
}
