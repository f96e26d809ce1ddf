/**
 * The annotation processor that writes the {@link sprout.beans.BeanModule}s. It runs in the compiler and is not used by
 * an application.
 */
@NullMarked
package sprout.beans.processor;

import org.jspecify.annotations.NullMarked;
