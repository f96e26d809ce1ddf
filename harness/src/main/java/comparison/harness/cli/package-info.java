/**
 * The commands of {@code bench}. The only package that reads arguments, prints, and decides exit codes.
 */
@NullMarked
package comparison.harness.cli;

import org.jspecify.annotations.NullMarked;
