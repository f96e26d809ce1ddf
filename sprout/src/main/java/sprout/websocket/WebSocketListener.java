package sprout.websocket;

/**
 * What an application does with one session. Called on a worker of the server, never on an event loop, for one event of a session
 * at a time and in the order of arrival: it may block, and a client that sends faster than it is listened to is slowed down.
 */
public interface WebSocketListener {
    /** The first call. */
    default void onOpen(WebSocketSession session) throws Exception {}

    /** A text message; by default refused with 1003. */
    default void onText(WebSocketSession session, String text) throws Exception {
        session.close(CloseReason.UNACCEPTABLE, "text is not taken here");
    }

    /** A binary message, the array being the listener's own; by default refused with 1003. */
    default void onBinary(WebSocketSession session, byte[] bytes) throws Exception {
        session.close(CloseReason.UNACCEPTABLE, "binary messages are not taken here");
    }

    /** An answer to a ping, or a pong that the client sent by itself. */
    default void onPong(WebSocketSession session, byte[] payload) throws Exception {}

    /** One of the other methods failed; by default ends the session with 1011. */
    default void onError(WebSocketSession session, Throwable failure) throws Exception {
        session.close(CloseReason.INTERNAL_ERROR, "the server failed to handle a message");
    }

    /** The last call, also when the connection broke. */
    default void onClose(WebSocketSession session, CloseReason reason) throws Exception {}
}
