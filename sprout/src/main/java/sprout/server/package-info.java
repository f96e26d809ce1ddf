/**
 * Implements the engines: connection life cycle, event loops, blocking connections, threads, buffers, limits, deadlines
 * and graceful stop.
 *
 * <p>On an event loop, a {@code LoopChannel} is below each protocol. A response knows its protocol only as
 * {@code ResponseSink}.
 *
 * <p>This package knows handlers only as {@link sprout.http.HttpHandler}. From the framework
 * it imports only settings and {@link sprout.beans.ContextPropagators}, with which the executors carry what belongs to a
 * request to other threads.
 */
@NullMarked
package sprout.server;

import org.jspecify.annotations.NullMarked;
