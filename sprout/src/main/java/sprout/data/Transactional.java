package sprout.data;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import sprout.aop.annotation.Pointcut;

/**
 * The method runs in a database transaction: all statements of {@link JdbcTemplate} on its thread take part. On a class it means all of its
 * methods that can be overridden; that of a method replaces it. A call of one such method by another of the same bean counts, too.
 *
 * <p>When the method returns, the transaction is committed; a failure of that is thrown. When it throws a {@link RuntimeException} or
 * {@link Error}, it is rolled back; a checked exception commits. The rules below change that: of those whose class the exception
 * extends, the closest decides.
 */
@Pointcut
@Target({ElementType.METHOD, ElementType.TYPE})
@Retention(RetentionPolicy.RUNTIME)
public @interface Transactional {
    /** What happens if a transaction runs already. */
    Propagation propagation() default Propagation.REQUIRED;

    /** Tells database and driver that nothing is changed; they refuse changes. Only of a transaction that begins here. */
    boolean readOnly() default false;

    /** Seconds from the begin after which statements are cancelled; 0 for no limit. Only of a transaction that begins here. */
    int timeoutSeconds() default 0;

    /** Exceptions that roll back. */
    Class<? extends Throwable>[] rollbackFor() default {};

    /** Exceptions that do not roll back. */
    Class<? extends Throwable>[] noRollbackFor() default {};

    /** What happens if a transaction runs already. */
    enum Propagation {
        /** The method takes part in it; if the method fails, none of it is committed. */
        REQUIRED,
        /** The method has one of its own, on a second connection; the first goes on afterwards, whatever became of the second. */
        REQUIRES_NEW
    }
}
