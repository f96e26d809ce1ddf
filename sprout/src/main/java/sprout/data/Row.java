package sprout.data;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * Declares a record that rows are read into. Each component is read from the column of its name, {@code bornOn} from
 * {@code born_on}. The annotation processor generates the code, and refuses types that no column has. A null is
 * accepted only if the component is not a primitive.
 */
@Target(ElementType.TYPE)
@Retention(RetentionPolicy.CLASS)
public @interface Row {}
