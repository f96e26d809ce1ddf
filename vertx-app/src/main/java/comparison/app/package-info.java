/**
 * The Person API on Vert.x. Classes that also exist in the other applications have the same names, so that a comparison
 * shows only what the frameworks require. {@link comparison.app.ApiVerticle} and
 * {@link comparison.app.ManagementVerticle} are the two servers.
 */
@NullMarked
package comparison.app;

import org.jspecify.annotations.NullMarked;
