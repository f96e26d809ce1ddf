package sprout.beans.annotation;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/** Names packages whose components belong to the application, including those of all packages below them. */
@Documented
@Retention(RetentionPolicy.RUNTIME)
@Target({ElementType.TYPE})
public @interface ComponentScan {
    /** The packages; by default that of the annotated class. */
    String[] value() default {};

    /** The same as {@link #value()}. */
    String[] basePackages() default {};
}
