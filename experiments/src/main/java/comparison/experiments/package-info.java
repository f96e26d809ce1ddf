/**
 * The slow variants of published experiments, each with its fast counterpart: sprout-app with one thing changed by a
 * setting. {@code variants.yaml} of this module names the pairs. Do not copy anything from here into an application.
 */
@NullMarked
package comparison.experiments;

import org.jspecify.annotations.NullMarked;
