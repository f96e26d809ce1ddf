/**
 * Computes summaries and tables from raw files. A report is a pure function of the run folder: no figure is stored
 * anywhere else.
 */
@NullMarked
package comparison.harness.report;

import org.jspecify.annotations.NullMarked;
