/**
 * Measures a variant from outside: start-up, memory, CPU time, counters of its JVM, and scrapes of its metrics page.
 */
@NullMarked
package comparison.harness.probe;

import org.jspecify.annotations.NullMarked;
