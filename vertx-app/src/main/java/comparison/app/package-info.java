/**
 * The Person API on Vert.x. Classes that the other applications have too are called alike, so that a comparison shows what the
 * frameworks ask for. {@link comparison.app.ApiVerticle} and {@link comparison.app.ManagementVerticle} are the two servers.
 */
@NullMarked
package comparison.app;

import org.jspecify.annotations.NullMarked;
