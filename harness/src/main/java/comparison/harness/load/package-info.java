/**
 * JMeter: where it is, how it is called, and how its result file is read.
 */
@NullMarked
package comparison.harness.load;

import org.jspecify.annotations.NullMarked;
