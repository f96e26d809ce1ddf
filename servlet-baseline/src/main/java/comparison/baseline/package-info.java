/**
 * Spring MVC and {@code JdbcTemplate} as they come out of the box: what the load plan needs and nothing else. No validation, no
 * problem details, no metrics, no management port. It is the yardstick by which the Spring app of the comparison is judged.
 */
@NullMarked
package comparison.baseline;

import org.jspecify.annotations.NullMarked;
