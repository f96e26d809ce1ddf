/** Implements {@code bench observe}, which measures what observing a server costs. */
@NullMarked
package comparison.lab.observe;

import org.jspecify.annotations.NullMarked;
