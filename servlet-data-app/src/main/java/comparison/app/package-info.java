/**
 * The Person API on Spring MVC with Spring Data JPA, as most applications on Spring are written. Controllers, problems and settings are
 * the Servlet app's own files; what is here takes the place of its repository.
 */
@NullMarked
package comparison.app;

import org.jspecify.annotations.NullMarked;
