package sprout.data;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import sprout.aop.annotation.Pointcut;

/**
 * Runs a method in a database transaction, in which all statements of {@link JdbcTemplate} on its thread take part. On
 * a class, it applies to all methods that can be overridden; the annotation of a method replaces that of its class.
 * Calls between such methods of one bean count, too.
 *
 * <p>When the method returns, the transaction is committed; if that fails, the failure is thrown. When the method
 * throws a {@link RuntimeException} or {@link Error}, the transaction is rolled back; a checked exception commits. The
 * rules below change that: the rule with the exception's closest superclass decides.
 */
@Pointcut
@Target({ElementType.METHOD, ElementType.TYPE})
@Retention(RetentionPolicy.RUNTIME)
public @interface Transactional {
    /** What happens if a transaction is already running. */
    Propagation propagation() default Propagation.REQUIRED;

    /**
     * Tells database and driver that nothing is changed, so that they refuse changes. Ignored if the method joins a
     * running transaction.
     */
    boolean readOnly() default false;

    /**
     * Time limit of the transaction in seconds, after which its statements are canceled; 0 for no limit. Ignored if the
     * method joins a running transaction.
     */
    int timeoutSeconds() default 0;

    /** Exceptions that roll the transaction back. */
    Class<? extends Throwable>[] rollbackFor() default {};

    /** Exceptions that commit the transaction. */
    Class<? extends Throwable>[] noRollbackFor() default {};

    /** What happens if a transaction is already running. */
    enum Propagation {
        /**
         * Joins the running transaction. If the method fails and its rules roll back, the whole transaction is
         * rollback-only.
         */
        REQUIRED,
        /**
         * Begins a separate transaction on a second connection. The first one resumes afterwards, whether the second
         * succeeded or not.
         */
        REQUIRES_NEW
    }
}
