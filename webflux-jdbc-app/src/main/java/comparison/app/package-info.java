/**
 * The Person API on Spring WebFlux with JDBC: the repository and the controller of the Servlet app, whose blocking
 * methods WebFlux runs on virtual threads. It separates the cost of R2DBC from that of the web layer.
 */
@NullMarked
package comparison.app;

import org.jspecify.annotations.NullMarked;
