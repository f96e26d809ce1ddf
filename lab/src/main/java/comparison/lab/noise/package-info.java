/** What the noise of a machine leaves of a comparison, by differences that were planted. */
@NullMarked
package comparison.lab.noise;

import org.jspecify.annotations.NullMarked;
