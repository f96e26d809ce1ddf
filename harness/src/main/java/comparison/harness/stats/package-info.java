/** Statistical formulas over samples: pure functions without files or clocks. */
@NullMarked
package comparison.harness.stats;

import org.jspecify.annotations.NullMarked;
