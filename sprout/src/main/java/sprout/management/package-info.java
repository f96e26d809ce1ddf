/**
 * Health, metrics and information for operators, on a port of their own. Imports {@code sprout.http}, and {@code sprout.mvc} for the
 * timings of its endpoints; what is asked and measured is handed in by the root package.
 */
@NullMarked
package sprout.management;

import org.jspecify.annotations.NullMarked;
