/** A JVM that the tests of several studies look into. */
@NullMarked
package comparison.lab.study;

import org.jspecify.annotations.NullMarked;
