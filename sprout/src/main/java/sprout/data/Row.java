package sprout.data;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * A record that rows are read into. Each component is read from the column of its name, {@code bornOn} from {@code born_on}; the annotation
 * processor writes the reading, and refuses types that no column has. A null is only taken where the component can hold it.
 */
@Target(ElementType.TYPE)
@Retention(RetentionPolicy.CLASS)
public @interface Row {}
