/** Sprout's application with handlers that may block, which is the default. They run on virtual or platform threads. */
@NullMarked
package comparison.peers.dispatched;

import org.jspecify.annotations.NullMarked;
