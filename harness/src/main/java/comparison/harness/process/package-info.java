/**
 * Child processes: starts, watches and ends them, speaks with them line by line, and ends them if this JVM does. Knows nothing of what
 * they are; limits and meters are the business of {@code runtime}.
 */
@NullMarked
package comparison.harness.process;

import org.jspecify.annotations.NullMarked;
