/**
 * The Person API on Quarkus without threads that wait: Quarkus REST and the reactive PostgreSQL client on event loops.
 * All other classes are those of quarkus-app.
 */
@NullMarked
package comparison.app;

import org.jspecify.annotations.NullMarked;
