/**
 * The Person API on Helidon SE. The classes are named and ordered as those of the other applications where Helidon has an
 * equivalent; a resource is an {@code HttpService} here, and what Spring derives from annotations is written out.
 */
@NullMarked
package comparison.app;

import org.jspecify.annotations.NullMarked;
