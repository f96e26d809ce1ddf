/**
 * The Person API on Spring MVC with Spring Data JPA, as in most Spring applications. Controllers, problems and settings
 * are the files of the Servlet app; this package replaces its repository.
 */
@NullMarked
package comparison.app;

import org.jspecify.annotations.NullMarked;
