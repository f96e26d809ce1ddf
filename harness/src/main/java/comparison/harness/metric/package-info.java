/**
 * The registry of metrics: their names, units and directions. Knows no file, no run and no view.
 */
@NullMarked
package comparison.harness.metric;

import org.jspecify.annotations.NullMarked;
