/**
 * The Person API on Helidon SE. The classes that the other applications have are named and ordered as theirs; what Spring
 * derives from annotations is written out here, in the classes beside them.
 */
@NullMarked
package comparison.app;

import org.jspecify.annotations.NullMarked;
