package sprout.aop.annotation;

import java.lang.annotation.Annotation;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * Declares a method of an {@link Aspect} that runs before the advised method. If it throws, the advised method is not
 * called. It has no parameter or a {@link sprout.aop.JoinPoint}, and returns nothing.
 */
@Target(ElementType.METHOD)
@Retention(RetentionPolicy.CLASS)
public @interface Before {
    /** The annotations of the advised methods or classes; each must be a {@link Pointcut}. */
    Class<? extends Annotation>[] annotation();
}
