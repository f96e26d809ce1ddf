/** What aspects and the annotations that they answer to are declared with. */
@NullMarked
package sprout.aop.annotation;

import org.jspecify.annotations.NullMarked;
