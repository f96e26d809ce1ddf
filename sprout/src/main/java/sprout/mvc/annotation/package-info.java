/** Declares routes and their arguments by annotations. The annotation processor reads them at build time. */
@NullMarked
package sprout.mvc.annotation;

import org.jspecify.annotations.NullMarked;
