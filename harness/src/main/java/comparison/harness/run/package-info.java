/** Executes a plan, one invocation after the other, and writes each to disk immediately. */
@NullMarked
package comparison.harness.run;

import org.jspecify.annotations.NullMarked;
