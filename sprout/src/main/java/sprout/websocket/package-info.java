/**
 * WebSocket (RFC 6455): handshake, frames, sessions. The parser is pure; the event loops of the server pass bytes to
 * sessions, which call listeners on its workers.
 *
 * <p>May import only {@code sprout.http} and {@code sprout.server} of Sprout. Code that binds messages to methods of an
 * application does not belong here.
 */
@NullMarked
package sprout.websocket;

import org.jspecify.annotations.NullMarked;
