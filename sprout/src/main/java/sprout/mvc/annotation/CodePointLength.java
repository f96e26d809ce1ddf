package sprout.mvc.annotation;

import jakarta.validation.Constraint;
import jakarta.validation.Payload;
import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * Limits the length of a text, counted in Unicode code points, as PostgreSQL counts. {@code @Size} counts UTF-16 units
 * instead, of which an emoji has two. Null is valid.
 */
@Documented
@Constraint(validatedBy = {})
@Retention(RetentionPolicy.RUNTIME)
@Target({ElementType.FIELD, ElementType.METHOD, ElementType.PARAMETER, ElementType.ANNOTATION_TYPE, ElementType.TYPE_USE
})
public @interface CodePointLength {
    /** The minimum number of code points, inclusive. */
    int min() default 0;

    /** The maximum number of code points, inclusive. */
    int max() default Integer.MAX_VALUE;

    /** The message of the error for a text that is too short or too long. */
    String message() default "length must be between {min} and {max}";

    /** The validation groups that the constraint belongs to. */
    Class<?>[] groups() default {};

    /** Unused; Jakarta Validation requires it of every constraint. */
    Class<? extends Payload>[] payload() default {};
}
