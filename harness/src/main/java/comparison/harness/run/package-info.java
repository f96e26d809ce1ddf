/**
 * Carries a plan out: one invocation after the other, each written to disk as soon as it is known.
 */
@NullMarked
package comparison.harness.run;

import org.jspecify.annotations.NullMarked;
