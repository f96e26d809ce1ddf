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
 * Asks whether something that the application needs is there. An answer that does not come soon counts as no, and at most one question
 * is under way at a time, so that a dead database neither blocks the prober nor collects threads. A bean of this type takes part in readiness. Safe for any thread.
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
