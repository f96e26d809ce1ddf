/**
 * The Person API on Sprout. The other applications have the same classes and methods in the same order where they serve
 * the same routes. So a comparison shows only what the frameworks require.
 */
@NullMarked
package comparison.app;

import org.jspecify.annotations.NullMarked;
