/** Sprout's application with handlers that are declared non-blocking. They run on the event loops of the nio engine. */
@NullMarked
package comparison.peers.onloop;

import org.jspecify.annotations.NullMarked;
