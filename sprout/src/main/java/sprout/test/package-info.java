/** Starts an application inside a test. Knows only the root package of Sprout; an application itself has no use for it. */
@NullMarked
package sprout.test;

import org.jspecify.annotations.NullMarked;
