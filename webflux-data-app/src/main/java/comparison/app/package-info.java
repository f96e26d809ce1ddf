/**
 * The Person API on Spring WebFlux with Spring Data R2DBC, as most reactive applications on Spring are written. Controllers, problems and
 * settings are the WebFlux app's own files; what is here takes the place of its repository.
 */
@NullMarked
package comparison.app;

import org.jspecify.annotations.NullMarked;
