/**
 * Shows where a variant's time and memory go, with flame graphs by async-profiler, and text from the JVM's flight
 * recording and the kernel's counters. Figures for comparisons do not come from here, because a profiler has a cost
 * too.
 */
@NullMarked
package comparison.lab.profile;

import org.jspecify.annotations.NullMarked;
