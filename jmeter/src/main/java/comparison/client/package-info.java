/**
 * Runs JMeter for the harness: a process that sends many loads, and the stub on which it is warmed and calibrated. Does
 * not know variants and computes no figures.
 */
@NullMarked
package comparison.client;

import org.jspecify.annotations.NullMarked;
