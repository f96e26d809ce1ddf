package sprout.beans.annotation;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/** Declares a {@link Component} whose {@link Bean} methods create further beans. */
@Documented
@Retention(RetentionPolicy.RUNTIME)
@Target({ElementType.TYPE})
public @interface Configuration {
    /** The name of the bean; by default the name of the class with its first letter in lower case. */
    String value() default "";
}
