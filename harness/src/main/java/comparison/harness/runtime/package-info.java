/** Runs variants as child processes or containers: starts and stops them and their database. Computes no figures. */
@NullMarked
package comparison.harness.runtime;

import org.jspecify.annotations.NullMarked;
