/**
 * Aspects: code that runs around methods with a pointcut annotation. The annotation processor writes the calls into a
 * subclass of the component; nothing here uses reflection. May not import anything of Sprout.
 */
@NullMarked
package sprout.aop;

import org.jspecify.annotations.NullMarked;
