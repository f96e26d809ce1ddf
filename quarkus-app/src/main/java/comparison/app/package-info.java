/**
 * The Person API on Quarkus: Quarkus REST on virtual threads, JDBC with Agroal. Classes that the other applications
 * have too are named and ordered like theirs.
 */
@NullMarked
package comparison.app;

import org.jspecify.annotations.NullMarked;
