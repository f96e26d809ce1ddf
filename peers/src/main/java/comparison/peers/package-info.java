/**
 * Bare servers with two routes each, the yardstick for Sprout's engine: one class per server, set up as its own documentation
 * tells for speed. No access log, no metrics, nothing of the comparison's applications.
 */
@NullMarked
package comparison.peers;

import org.jspecify.annotations.NullMarked;
