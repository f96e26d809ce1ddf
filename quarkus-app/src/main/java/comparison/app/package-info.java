/**
 * The Person API on Quarkus: Quarkus REST on virtual threads, JDBC with Agroal. Classes that also exist in the other
 * applications have the same names and the same order of members.
 */
@NullMarked
package comparison.app;

import org.jspecify.annotations.NullMarked;
