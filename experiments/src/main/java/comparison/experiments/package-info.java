/**
 * The bad halves of experiments that the sources tell of, each beside its good half: sprout-app with one thing changed by a setting.
 * {@code variants.yaml} of this module names the pairs. Nothing here may be copied into an application.
 */
@NullMarked
package comparison.experiments;

import org.jspecify.annotations.NullMarked;
