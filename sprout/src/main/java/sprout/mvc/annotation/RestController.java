package sprout.mvc.annotation;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import sprout.beans.annotation.Controller;

/**
 * Marks a {@link Controller} whose results become response bodies. Every Sprout controller works this way, so the two
 * annotations are equivalent.
 */
@Documented
@Retention(RetentionPolicy.RUNTIME)
@Target({ElementType.TYPE})
@Controller
public @interface RestController {
    /** The name of the bean; by default the name of the class with its first letter in lower case. */
    String value() default "";
}
