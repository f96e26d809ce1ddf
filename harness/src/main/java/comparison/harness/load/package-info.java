/**
 * Calls the load engines JMeter and Hyperfoil, writes their orders and parses their answers. This package does not know
 * how their processes are managed, or the format of their sample files.
 */
@NullMarked
package comparison.harness.load;

import org.jspecify.annotations.NullMarked;
