/**
 * The Person API on Quarkus: Quarkus REST on virtual threads, JDBC by Agroal. The classes that the other applications have
 * are named and ordered as theirs.
 */
@NullMarked
package comparison.app;

import org.jspecify.annotations.NullMarked;
