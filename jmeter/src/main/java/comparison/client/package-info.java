/**
 * Runs JMeter for the harness: one process that sends many loads, and a stub server to warm it up and calibrate it.
 * Code in this package does not know variants and computes no figures.
 */
@NullMarked
package comparison.client;

import org.jspecify.annotations.NullMarked;
