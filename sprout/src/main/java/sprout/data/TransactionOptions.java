package sprout.data;

import java.util.List;
import sprout.data.Transactional.Propagation;

/**
 * Configures a transaction; {@link Transactional} describes each option.
 *
 * @param timeoutSeconds 0 for no limit
 */
public record TransactionOptions(
        Propagation propagation,
        boolean readOnly,
        int timeoutSeconds,
        List<Class<? extends Throwable>> rollbackFor,
        List<Class<? extends Throwable>> noRollbackFor) {
    /** REQUIRED, not read-only, without a time limit, rolled back for unchecked exceptions. */
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

    /**
     * Whether a failure rolls back: the rule with the closest superclass decides; without a rule, whether the failure
     * is unchecked.
     */
    boolean rollsBackFor(Throwable failure) {
        int rollback = distance(failure, rollbackFor);
        int commit = distance(failure, noRollbackFor);
        return rollback == commit ? failure instanceof RuntimeException || failure instanceof Error : rollback < commit;
    }

    /**
     * The number of superclasses from the failure's class to the closest of these; {@link Integer#MAX_VALUE} if none of
     * these is one.
     */
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
