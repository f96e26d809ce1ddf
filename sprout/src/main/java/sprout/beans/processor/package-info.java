/** The annotation processor that writes the {@link sprout.beans.BeanModule}s. Runs inside the compiler and never in an application. */
@NullMarked
package sprout.beans.processor;

import org.jspecify.annotations.NullMarked;
