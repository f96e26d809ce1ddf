package sprout.data;

import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import sprout.aop.ProceedingJoinPoint;
import sprout.data.Transactional.Propagation;

/**
 * Runs code in transactions: for {@link Transactional}, and for code without an annotated method. Thread-safe; a
 * transaction is used only by the thread that began it.
 */
public final class Transactions {
    private final ConnectionPool pool;

    public Transactions(ConnectionPool pool) {
        this.pool = pool;
    }

    /** Calls work in a transaction with the default options. */
    public <T> T call(Callable<T> work) throws Exception {
        return call(TransactionOptions.DEFAULT, work);
    }

    /**
     * Calls work in a transaction.
     *
     * @throws DataAccessException if no connection is available, or the transaction cannot be committed
     * @throws Exception what the work throws, after its rules have ended the transaction
     */
    public <T> T call(TransactionOptions options, Callable<T> work) throws Exception {
        return run(options, work::call);
    }

    /** Implements {@link Transactional}; called by generated code. */
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

    /**
     * Ends a transaction whose work has failed. If the rules commit and that fails, the commit's failure is thrown,
     * with the first failure as a suppressed exception.
     */
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
