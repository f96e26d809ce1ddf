/**
 * The Person API on Vert.x. Classes that the other applications have too are named alike, so that a comparison of their
 * code shows what each framework requires. {@link comparison.app.ApiVerticle} and
 * {@link comparison.app.ManagementVerticle} are the two servers.
 */
@NullMarked
package comparison.app;

import org.jspecify.annotations.NullMarked;
