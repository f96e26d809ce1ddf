/** Sprout's application whose handlers may block, as it is the default: they run on virtual or platform threads. */
@NullMarked
package comparison.peers.dispatched;

import org.jspecify.annotations.NullMarked;
