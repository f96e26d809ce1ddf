/**
 * Starts an application inside a test. May use only the root package of Sprout and {@code sprout.beans}; an application
 * itself does not need it.
 */
@NullMarked
package sprout.test;

import org.jspecify.annotations.NullMarked;
