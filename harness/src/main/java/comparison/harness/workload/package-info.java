/**
 * What is sent to a server that has just started, and which of its loads make figures. Pure: no files, clocks or
 * clients.
 */
@NullMarked
package comparison.harness.workload;

import org.jspecify.annotations.NullMarked;
