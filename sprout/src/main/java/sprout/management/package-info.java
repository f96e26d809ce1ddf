/**
 * Health, metrics and information for operators, on a port of their own. Knows {@code sprout.http} and {@code sprout.config}; what is
 * measured is handed in by the root package.
 */
@NullMarked
package sprout.management;

import org.jspecify.annotations.NullMarked;
