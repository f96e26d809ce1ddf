/** The annotations that declare beans. They have no behavior: the annotation processor reads them at build time. */
@NullMarked
package sprout.beans.annotation;

import org.jspecify.annotations.NullMarked;
