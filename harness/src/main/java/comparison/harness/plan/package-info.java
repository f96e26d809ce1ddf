/**
 * What to measure: the catalogue of variants and presets, and the drawn order of starts. It reads one file and starts
 * nothing.
 */
@NullMarked
package comparison.harness.plan;

import org.jspecify.annotations.NullMarked;
