/**
 * {@code bench engine}: Sprout's engine beside bare JVM servers, under a client that is cheap enough to tell them apart. Knows
 * nothing of variants, containers or JMeter.
 */
@NullMarked
package comparison.lab.engine;

import org.jspecify.annotations.NullMarked;
