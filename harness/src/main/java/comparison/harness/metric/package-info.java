/** The registry of metrics: names, units and directions. It does not know files, runs or output formats. */
@NullMarked
package comparison.harness.metric;

import org.jspecify.annotations.NullMarked;
