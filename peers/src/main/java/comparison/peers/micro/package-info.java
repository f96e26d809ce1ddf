/** Benchmarks of the pieces of Sprout's engine, by JMH; docs/engine.md says how to run them. */
@NullMarked
package comparison.peers.micro;

import org.jspecify.annotations.NullMarked;
