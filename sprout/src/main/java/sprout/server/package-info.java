/**
 * The engines: connection life cycle, event loops and blocking connections, threads, buffers, limits, deadlines, graceful stop.
 *
 * <p>Knows handlers only as {@link sprout.http.HttpHandler}; the framework above must not be imported here.
 */
@NullMarked
package sprout.server;

import org.jspecify.annotations.NullMarked;
