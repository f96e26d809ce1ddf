/**
 * Aspects: code that runs around the methods which carry a pointcut annotation. The annotation processor writes the calls into a
 * subclass of the component; nothing here reflects. Imports {@code sprout.beans.annotation} and nothing else of Sprout.
 */
@NullMarked
package sprout.aop;

import org.jspecify.annotations.NullMarked;
