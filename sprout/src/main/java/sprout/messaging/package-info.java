/**
 * WebSocket endpoints of an application: methods with annotations, bound at build time, on the sessions of {@code sprout.websocket}.
 *
 * <p>Stands above {@code sprout.websocket} and {@code sprout.mvc}, which do not know each other.
 */
@NullMarked
package sprout.messaging;

import org.jspecify.annotations.NullMarked;
