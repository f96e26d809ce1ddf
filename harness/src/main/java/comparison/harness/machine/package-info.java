/**
 * The machines of a run: which one runs the application, the database and the load, and how Docker's command line
 * reaches them. This package does not know containers or measurements.
 */
@NullMarked
package comparison.harness.machine;

import org.jspecify.annotations.NullMarked;
