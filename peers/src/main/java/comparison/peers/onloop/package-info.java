/** Sprout's application whose handlers say that they do not block: they run on the event loops of the nio engine. */
@NullMarked
package comparison.peers.onloop;

import org.jspecify.annotations.NullMarked;
