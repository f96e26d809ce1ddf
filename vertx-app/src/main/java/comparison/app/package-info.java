/**
 * The Person API on Vert.x. Where the other applications have the same classes, they have the same names, so that a comparison
 * shows what the frameworks ask for; Vert.x leaves the two servers and the health checks to {@link comparison.app.ApiVerticle}
 * and {@link comparison.app.ManagementVerticle}.
 */
@NullMarked
package comparison.app;

import org.jspecify.annotations.NullMarked;
