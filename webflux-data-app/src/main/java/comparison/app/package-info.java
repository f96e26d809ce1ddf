/**
 * The Person API on Spring WebFlux with Spring Data R2DBC, as in most reactive Spring applications. Controllers,
 * problems and settings are the files of the WebFlux app; this package replaces its repository.
 */
@NullMarked
package comparison.app;

import org.jspecify.annotations.NullMarked;
