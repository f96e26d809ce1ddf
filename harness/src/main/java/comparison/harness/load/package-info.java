/**
 * Names the load engines and says how their clients are built and called, writes their orders and parses their answers.
 * This package does not know how their processes are managed, or the format of their sample files.
 */
@NullMarked
package comparison.harness.load;

import org.jspecify.annotations.NullMarked;
