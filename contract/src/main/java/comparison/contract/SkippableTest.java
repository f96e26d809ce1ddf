package comparison.contract;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import org.junit.jupiter.api.extension.ExtendWith;

/**
 * Marks a test that talks to a program which the build does not bring along. The test is skipped on a machine without that
 * program. {@code skippable-tests.txt} in this package lists these tests and what each of them needs; a test that carries this
 * annotation without a line there fails. If the environment variable {@value #SWITCH} is {@code yes}, as it is in CI, a missing
 * program fails the test, too.
 */
@Target({ElementType.TYPE, ElementType.METHOD})
@Retention(RetentionPolicy.RUNTIME)
@ExtendWith(SkippableTestCondition.class)
public @interface SkippableTest {
    /** The environment variable that turns each skip into a failure. */
    String SWITCH = "FAIL_INSTEAD_OF_SKIP";
}
