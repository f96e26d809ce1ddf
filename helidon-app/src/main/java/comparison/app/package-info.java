/**
 * The Person API on Helidon SE. Classes that the other applications have too are named and ordered like theirs.
 * Additional classes contain explicitly what Spring derives from annotations.
 */
@NullMarked
package comparison.app;

import org.jspecify.annotations.NullMarked;
