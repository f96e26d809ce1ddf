package sprout.mvc.annotation;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import sprout.beans.annotation.Controller;

/** A {@link Controller} whose results are written as response bodies, which is what every controller of Sprout does. */
@Documented
@Retention(RetentionPolicy.RUNTIME)
@Target({ElementType.TYPE})
@Controller
public @interface RestController {
    /** The name of the bean; by default the name of the class with its first letter in lower case. */
    String value() default "";
}
