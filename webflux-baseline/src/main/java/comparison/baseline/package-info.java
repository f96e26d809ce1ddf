/**
 * Spring WebFlux and {@code DatabaseClient} with default settings, for the load plan only. There is no validation, no
 * problem details, no metrics and no management port. It is the reference by which the Spring app of the comparison is
 * judged.
 */
@NullMarked
package comparison.baseline;

import org.jspecify.annotations.NullMarked;
