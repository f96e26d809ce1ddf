/**
 * Spring WebFlux and {@code DatabaseClient} with default settings, for the load plan only. It has no validation,
 * problem details, metrics or management port. It is the reference for judging the Spring app of the comparison.
 */
@NullMarked
package comparison.baseline;

import org.jspecify.annotations.NullMarked;
