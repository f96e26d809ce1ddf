package sprout.aop.annotation;

import java.lang.annotation.Annotation;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * Declares a method of an {@link Aspect} that is called instead of the advised method. It takes a
 * {@link sprout.aop.ProceedingJoinPoint}, which it may continue never, once or several times. The caller gets its
 * result.
 */
@Target(ElementType.METHOD)
@Retention(RetentionPolicy.CLASS)
public @interface Around {
    /** The annotations of the advised methods or classes; each must be a {@link Pointcut}. */
    Class<? extends Annotation>[] annotation();
}
