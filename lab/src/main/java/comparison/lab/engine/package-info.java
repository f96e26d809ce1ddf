/**
 * Implements {@code bench engine}, which compares Sprout's engine with bare JVM servers. Its client is cheap enough to
 * distinguish them. This package does not know variants, containers or JMeter.
 */
@NullMarked
package comparison.lab.engine;

import org.jspecify.annotations.NullMarked;
