package sprout.aop.annotation;

import java.lang.annotation.Annotation;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * A method of an {@link Aspect} that runs before the advised method; what it throws is thrown instead of the call. It takes nothing or a
 * {@link sprout.aop.JoinPoint} and returns nothing.
 */
@Target(ElementType.METHOD)
@Retention(RetentionPolicy.CLASS)
public @interface Before {
    /** The annotations whose methods are meant; each is a {@link Pointcut}. */
    Class<? extends Annotation>[] annotation();
}
