/**
 * From raw files to a summary and to tables. A pure function of the run folder: no figure lives anywhere else.
 */
@NullMarked
package comparison.harness.report;

import org.jspecify.annotations.NullMarked;
