/**
 * Where variants run: child processes or containers. Starts and stops them, and their database. Computes nothing.
 */
@NullMarked
package comparison.harness.runtime;

import org.jspecify.annotations.NullMarked;
