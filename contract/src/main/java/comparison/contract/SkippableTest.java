package comparison.contract;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import org.junit.jupiter.api.extension.ExtendWith;

/**
 * Marks a test that needs a program which the build does not provide. The test is skipped on a machine without that
 * program. {@code skippable-tests.txt} in this package lists the programs of each test; a test with this annotation and
 * no line there fails. If the environment variable {@value #SWITCH} is {@code yes}, as in CI, a missing program fails
 * the test.
 */
@Target({ElementType.TYPE, ElementType.METHOD})
@Retention(RetentionPolicy.RUNTIME)
@ExtendWith(SkippableTestCondition.class)
public @interface SkippableTest {
    /** The environment variable that turns each skip into a failure. */
    String SWITCH = "FAIL_INSTEAD_OF_SKIP";
}
