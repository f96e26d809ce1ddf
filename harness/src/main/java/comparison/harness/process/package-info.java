/**
 * Starts, watches and ends child processes, and exchanges lines with them. They also end if this JVM ends. This package
 * knows nothing about their purpose; limits and meters belong to {@code runtime}.
 */
@NullMarked
package comparison.harness.process;

import org.jspecify.annotations.NullMarked;
