package sprout.data;

import java.util.List;
import sprout.data.Transactional.Propagation;

/**
 * How a transaction is run; see {@link Transactional} for the meaning of each.
 *
 * @param timeoutSeconds 0 for no limit
 */
public record TransactionOptions(
        Propagation propagation,
        boolean readOnly,
        int timeoutSeconds,
        List<Class<? extends Throwable>> rollbackFor,
        List<Class<? extends Throwable>> noRollbackFor) {
    /** REQUIRED, not read-only, without limit, rolled back for unchecked exceptions. */
    public static final TransactionOptions DEFAULT =
            new TransactionOptions(Propagation.REQUIRED, false, 0, List.of(), List.of());

    public TransactionOptions {
        if (timeoutSeconds < 0) {
            throw new IllegalArgumentException(
                    "timeoutSeconds is %d, but must be 0 for no limit, or more".formatted(timeoutSeconds));
        }
        rollbackFor = List.copyOf(rollbackFor);
        noRollbackFor = List.copyOf(noRollbackFor);
    }

    static TransactionOptions of(Transactional annotation) {
        return new TransactionOptions(
                annotation.propagation(),
                annotation.readOnly(),
                annotation.timeoutSeconds(),
                List.of(annotation.rollbackFor()),
                List.of(annotation.noRollbackFor()));
    }

    /** The closest rule decides; without one, whether the failure is unchecked. */
    boolean rollsBackFor(Throwable failure) {
        int rollback = distance(failure, rollbackFor);
        int commit = distance(failure, noRollbackFor);
        return rollback == commit ? failure instanceof RuntimeException || failure instanceof Error : rollback < commit;
    }

    /** Steps up from the class of the failure to the closest of these, or the most there can be. */
    private static int distance(Throwable failure, List<Class<? extends Throwable>> rules) {
        int steps = 0;
        for (Class<?> type = failure.getClass(); type != null; type = type.getSuperclass()) {
            if (rules.contains(type)) {
                return steps;
            }
            steps++;
        }
        return Integer.MAX_VALUE;
    }
}
