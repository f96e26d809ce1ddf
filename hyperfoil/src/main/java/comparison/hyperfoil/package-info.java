/**
 * The second load engine: the loop of the JMeter plan, sent by Hyperfoil as a process that is told each load as JMeter's is, and
 * that writes samples of the same form. Knows nothing of variants and computes no figure.
 */
@NullMarked
package comparison.hyperfoil;

import org.jspecify.annotations.NullMarked;
