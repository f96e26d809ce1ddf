/**
 * The Person API on Spring MVC. The other applications have the same classes and methods in the same order, as far as
 * they serve the same. So a comparison of their code shows only what each framework requires.
 */
@NullMarked
package comparison.app;

import org.jspecify.annotations.NullMarked;
