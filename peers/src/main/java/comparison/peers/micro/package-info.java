/** JMH benchmarks of the parts of Sprout's engine; docs/engine.md says how to run them. */
@NullMarked
package comparison.peers.micro;

import org.jspecify.annotations.NullMarked;
