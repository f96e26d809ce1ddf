/** Implements the commands of {@code bench}. Only this package reads arguments, prints, and decides exit codes. */
@NullMarked
package comparison.harness.cli;

import org.jspecify.annotations.NullMarked;
