/** The annotations that declare aspects and pointcuts. */
@NullMarked
package sprout.aop.annotation;

import org.jspecify.annotations.NullMarked;
