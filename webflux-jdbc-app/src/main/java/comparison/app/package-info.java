/**
 * The Person API on Spring WebFlux with JDBC: the repository and the controller of the Servlet app, whose blocking methods
 * WebFlux runs on virtual threads. It tells what R2DBC costs from what the web layer costs.
 */
@NullMarked
package comparison.app;

import org.jspecify.annotations.NullMarked;
