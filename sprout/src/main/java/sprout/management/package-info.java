/**
 * Health, metrics and information for operators, on a separate port. May import only {@code sprout.http}, and
 * {@code sprout.mvc} for the timings of its endpoints. The root package passes in what is checked and measured.
 */
@NullMarked
package sprout.management;

import org.jspecify.annotations.NullMarked;
