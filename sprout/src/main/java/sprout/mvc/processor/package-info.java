/**
 * Contains the annotation processors that write {@link sprout.mvc.RouteModule}s and WebSocket endpoint modules. They
 * run in the compiler, never in an application.
 */
@NullMarked
package sprout.mvc.processor;

import org.jspecify.annotations.NullMarked;
