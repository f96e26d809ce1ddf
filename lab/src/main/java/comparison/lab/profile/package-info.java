/**
 * Says where a variant's time and memory go: flame graphs by async-profiler, and text from the JVM's own flight recording and
 * from the kernel's counters. No figure of a comparison comes from here, since a profiler costs something itself.
 */
@NullMarked
package comparison.lab.profile;

import org.jspecify.annotations.NullMarked;
