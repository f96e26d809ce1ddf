package sprout.aop.annotation;

import java.lang.annotation.Annotation;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * A method of an {@link Aspect} that is called instead of the advised method: it takes a {@link sprout.aop.ProceedingJoinPoint}, may go on
 * with it never, once or again, and returns the result.
 */
@Target(ElementType.METHOD)
@Retention(RetentionPolicy.CLASS)
public @interface Around {
    /** The annotations whose methods are meant; each is a {@link Pointcut}. */
    Class<? extends Annotation>[] annotation();
}
