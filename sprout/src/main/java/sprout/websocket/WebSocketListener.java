package sprout.websocket;

/**
 * Handles the events of one session. The server calls it on a worker, never on an event loop, so it may block. Events
 * of a session come one at a time and in the order of arrival. A client that sends faster than the listener handles is
 * slowed down.
 */
public interface WebSocketListener {
    /** The first call. */
    default void onOpen(WebSocketSession session) throws Exception {}

    /** Handles a text message; by default refuses it by closing with 1003. */
    default void onText(WebSocketSession session, String text) throws Exception {
        session.close(CloseReason.UNACCEPTABLE, "text is not taken here");
    }

    /**
     * Handles a binary message, whose array the listener may keep and change; by default refuses it by closing with
     * 1003.
     */
    default void onBinary(WebSocketSession session, byte[] bytes) throws Exception {
        session.close(CloseReason.UNACCEPTABLE, "binary messages are not taken here");
    }

    /** Handles a pong: an answer to a ping, or an unsolicited one. Does nothing by default. */
    default void onPong(WebSocketSession session, byte[] payload) throws Exception {}

    /**
     * Handles what another method of this listener has thrown, {@code onClose} included; by default closes with 1011.
     * If this method also throws, the session is closed with 1011.
     */
    default void onError(WebSocketSession session, Throwable failure) throws Exception {
        session.close(CloseReason.INTERNAL_ERROR, "the server failed to handle a message");
    }

    /**
     * Handles the end of the session, even if the connection broke. The last call, unless {@code onClose} itself
     * throws, or the server has stopped and no longer runs tasks.
     */
    default void onClose(WebSocketSession session, CloseReason reason) throws Exception {}
}
