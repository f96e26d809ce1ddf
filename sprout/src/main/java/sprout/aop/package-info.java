/**
 * Aspects: code that runs around methods with a pointcut annotation. The annotation processor writes the calls into a
 * subclass of the component; nothing here uses reflection. May import only {@code sprout.beans.annotation} of Sprout.
 */
@NullMarked
package sprout.aop;

import org.jspecify.annotations.NullMarked;
