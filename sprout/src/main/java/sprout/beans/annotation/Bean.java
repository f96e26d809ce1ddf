package sprout.beans.annotation;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/** Declares that a method of a {@link Configuration} returns a bean; its parameters are injected. */
@Documented
@Retention(RetentionPolicy.RUNTIME)
@Target({ElementType.METHOD})
public @interface Bean {
    /** The name of the bean; by default the name of the method. */
    String value() default "";

    /**
     * The name of a method of the bean, without parameters, that is called when the context closes. {@code close} of an
     * AutoCloseable is called by default.
     */
    String destroyMethod() default "";
}
