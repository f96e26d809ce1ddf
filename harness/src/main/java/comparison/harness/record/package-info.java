/** The run folder: where each raw file is and what it contains. No record here computes a figure from another file. */
@NullMarked
package comparison.harness.record;

import org.jspecify.annotations.NullMarked;
