/**
 * What is to be measured: the catalogue of variants, presets, and the drawn order. Pure: reads one file, starts nothing.
 */
@NullMarked
package comparison.harness.plan;

import org.jspecify.annotations.NullMarked;
