package sprout.aop.annotation;

import java.lang.annotation.Annotation;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * A method of an {@link Aspect} that runs after the advised method, also when that fails. It takes nothing or a
 * {@link sprout.aop.JoinPoint} and returns nothing.
 */
@Target(ElementType.METHOD)
@Retention(RetentionPolicy.CLASS)
public @interface After {
    /** The annotations whose methods are meant; each is a {@link Pointcut}. */
    Class<? extends Annotation>[] annotation();
}
