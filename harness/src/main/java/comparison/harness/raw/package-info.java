/**
 * The run folder: where each raw file lies and what stands in it. Knows no figure that is computed from another.
 */
@NullMarked
package comparison.harness.raw;

import org.jspecify.annotations.NullMarked;
