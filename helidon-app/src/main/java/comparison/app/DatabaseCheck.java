package comparison.app;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/**
 * Checks whether the database answers within 2 s. Probes that arrive during a check share its result, so they use at
 * most one connection. Thread-safe.
 */
final class DatabaseCheck {

    private static final int LIMIT_SECONDS = 2;

    private final BooleanSupplier question;
    private final ReentrantLock lock = new ReentrantLock();
    private @Nullable CompletableFuture<Boolean> underWay;

    DatabaseCheck(BooleanSupplier question) {
        this.question = question;
    }

    boolean isUp() {
        try {
            return current().get(LIMIT_SECONDS, TimeUnit.SECONDS);
        } catch (TimeoutException | ExecutionException e) {
            return false;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return false;
        }
    }

    /** Joins the running check, or starts a new one. */
    CompletableFuture<Boolean> current() {
        lock.lock();
        try {
            CompletableFuture<Boolean> current = underWay;
            if (current == null || current.isDone()) {
                current = CompletableFuture.supplyAsync(question::getAsBoolean, Thread::startVirtualThread);
                underWay = current;
            }
            return current;
        } finally {
            lock.unlock();
        }
    }
}
