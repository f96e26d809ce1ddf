/**
 * The Person API on Helidon SE. Classes that also exist in the other applications have the same names and the same
 * order of members. The additional classes spell out what Spring derives from annotations.
 */
@NullMarked
package comparison.app;

import org.jspecify.annotations.NullMarked;
