/** Tests of {@link comparison.lab.noise}. */
@NullMarked
package comparison.lab.noise;

import org.jspecify.annotations.NullMarked;
