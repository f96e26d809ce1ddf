/**
 * The Person API on Sprout. The other applications have the same classes and methods in the same order, as far as
 * they serve the same, so that a comparison of them shows what the frameworks ask for and nothing else.
 */
@NullMarked
package comparison.app;

import org.jspecify.annotations.NullMarked;
