/** Tests of {@link comparison.lab.observe}. */
@NullMarked
package comparison.lab.observe;

import org.jspecify.annotations.NullMarked;
