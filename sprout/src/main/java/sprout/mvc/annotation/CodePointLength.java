package sprout.mvc.annotation;

import jakarta.validation.Constraint;
import jakarta.validation.Payload;
import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * A text whose length is counted in characters of Unicode, as people and PostgreSQL do; {@code @Size} counts UTF-16 units, of which an
 * emoji has two. Null is valid.
 */
@Documented
@Constraint(validatedBy = {})
@Retention(RetentionPolicy.RUNTIME)
@Target({ElementType.FIELD, ElementType.METHOD, ElementType.PARAMETER, ElementType.ANNOTATION_TYPE, ElementType.TYPE_USE
})
public @interface CodePointLength {
    /** The least number of characters. */
    int min() default 0;

    /** The greatest number of characters. */
    int max() default Integer.MAX_VALUE;

    /** What is said of a text that is shorter or longer. */
    String message() default "length must be between {min} and {max}";

    /** The validation groups that the constraint belongs to. */
    Class<?>[] groups() default {};

    /** Not used; Jakarta Validation wants every constraint to have it. */
    Class<? extends Payload>[] payload() default {};
}
