package sprout.data;

import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import sprout.aop.ProceedingJoinPoint;
import sprout.data.Transactional.Propagation;

/**
 * Runs code in transactions: what {@link Transactional} does, and for code that has no method of its own to annotate. Safe for any thread;
 * a transaction belongs to the thread that began it and to no other.
 */
public final class Transactions {
    private final ConnectionPool pool;

    public Transactions(ConnectionPool pool) {
        this.pool = pool;
    }

    /** Calls in a transaction with the default options. */
    public <T> T call(Callable<T> work) throws Exception {
        return call(TransactionOptions.DEFAULT, work);
    }

    /**
     * Calls in a transaction.
     *
     * @throws DataAccessException if there is no connection, or the transaction cannot be committed
     * @throws Exception what the work throws, after the transaction was ended by its rules
     */
    public <T> T call(TransactionOptions options, Callable<T> work) throws Exception {
        return run(options, work::call);
    }

    /** The advice of {@link Transactional}; called by what the annotation processor writes. */
    public @Nullable Object around(ProceedingJoinPoint call) throws Throwable {
        return this.<@Nullable Object, Throwable>run(
                TransactionOptions.of(call.annotation(Transactional.class)), call::proceed);
    }

    private <T extends @Nullable Object, E extends Throwable> T run(
            TransactionOptions options, ScopedValue.CallableOp<T, E> work) throws E {
        Transaction running = pool.transaction();
        return running == null || options.propagation() == Propagation.REQUIRES_NEW
                ? begin(options, work)
                : takePart(running, options, work);
    }

    private static <T extends @Nullable Object, E extends Throwable> T takePart(
            Transaction running, TransactionOptions options, ScopedValue.CallableOp<T, E> work) throws E {
        try {
            return work.call();
        } catch (Throwable e) {
            if (options.rollsBackFor(e)) {
                running.doom(e);
            }
            throw e;
        }
    }

    private <T extends @Nullable Object, E extends Throwable> T begin(
            TransactionOptions options, ScopedValue.CallableOp<T, E> work) throws E {
        Transaction transaction = Transaction.begin(pool, options);
        T result;
        try {
            result = pool.callIn(transaction, work);
        } catch (Throwable e) {
            end(transaction, options, e);
            throw e;
        }
        transaction.commit();
        return result;
    }

    /** A failed commit comes with the exception that was to be thrown anyway. */
    private static void end(Transaction transaction, TransactionOptions options, Throwable failure) {
        if (options.rollsBackFor(failure)) {
            transaction.rollBack(failure);
            return;
        }
        try {
            transaction.commit();
        } catch (DataAccessException e) {
            e.addSuppressed(failure);
            throw e;
        }
    }
}
