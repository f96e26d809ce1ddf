/**
 * Formulas over samples. Pure: no file, no clock.
 */
@NullMarked
package comparison.harness.stats;

import org.jspecify.annotations.NullMarked;
