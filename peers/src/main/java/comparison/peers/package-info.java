/**
 * Bare servers with two routes each, as a reference for Sprout's engine. There is one class per server, configured as
 * its documentation recommends for speed, without access log and metrics.
 */
@NullMarked
package comparison.peers;

import org.jspecify.annotations.NullMarked;
