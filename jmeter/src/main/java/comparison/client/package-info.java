/**
 * The harness's hold on JMeter: a process that outlives one load, and the stub on which it is warmed and calibrated. Knows
 * nothing of variants and computes no figure.
 */
@NullMarked
package comparison.client;

import org.jspecify.annotations.NullMarked;
