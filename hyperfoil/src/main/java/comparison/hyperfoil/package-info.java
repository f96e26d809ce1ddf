/**
 * The second load engine: Hyperfoil sends the loop of the JMeter plan, in a process that takes the same orders as
 * JMeter's and writes samples in the same format. Code in this package does not know variants and computes no figures.
 */
@NullMarked
package comparison.hyperfoil;

import org.jspecify.annotations.NullMarked;
