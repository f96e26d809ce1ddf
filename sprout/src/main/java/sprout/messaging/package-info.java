/**
 * WebSocket endpoints of an application: annotated methods, bound at build time to the sessions of
 * {@code sprout.websocket}.
 *
 * <p>Connects {@code sprout.websocket} and {@code sprout.mvc}, which do not know each other.
 */
@NullMarked
package sprout.messaging;

import org.jspecify.annotations.NullMarked;
