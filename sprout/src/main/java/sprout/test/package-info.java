/**
 * Starts an application inside a test. May import only the root package of Sprout; an application itself does not need
 * it.
 */
@NullMarked
package sprout.test;

import org.jspecify.annotations.NullMarked;
