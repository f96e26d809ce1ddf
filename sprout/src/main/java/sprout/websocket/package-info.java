/**
 * WebSocket (RFC 6455): handshake, frames, sessions. The parser is pure; sessions are fed by the event loops of the server and
 * call listeners on its workers.
 *
 * <p>Knows only {@code sprout.http} and {@code sprout.server}; what binds messages to methods of an application is not here.
 */
@NullMarked
package sprout.websocket;

import org.jspecify.annotations.NullMarked;
