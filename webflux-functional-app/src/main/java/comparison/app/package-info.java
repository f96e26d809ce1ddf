/**
 * The Person API on Spring WebFlux without annotated controllers and without {@code DatabaseClient}: functional routes
 * and the R2DBC SPI. Problems and settings are the files of the WebFlux app.
 */
@NullMarked
package comparison.app;

import org.jspecify.annotations.NullMarked;
