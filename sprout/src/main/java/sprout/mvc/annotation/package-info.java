/** The annotations that declare routes and their arguments. They carry no behaviour: the annotation processor reads them at build time. */
@NullMarked
package sprout.mvc.annotation;

import org.jspecify.annotations.NullMarked;
