/**
 * The load engines, JMeter and Hyperfoil: where they are, how they are called, what they are ordered to send, and how they answer.
 * Knows nothing of how their processes are kept, or of their sample files.
 */
@NullMarked
package comparison.harness.load;

import org.jspecify.annotations.NullMarked;
