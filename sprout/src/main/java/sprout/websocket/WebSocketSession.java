package sprout.websocket;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Sends messages to one client, and closes its session. Thread-safe: any thread may send at any time, and messages
 * never mix.
 *
 * <p>Back-pressure: {@code sendText} and {@code sendBinary} wait while more than
 * {@link WebSocketOptions#maxQueuedBytes()} bytes wait for the client, or any at all while the connections of the
 * server hold far too much memory, so they must not be called on an event loop. If a client accepts less than 64 KiB of
 * them in the server's write time-out, the connection and the wait end.
 *
 * <p>All methods that send throw {@link IOException} once the server has sent a close frame or the connection has
 * ended. If the client closes first, replies to its earlier messages can still be sent: the server answers the close
 * after they have been handled.
 */
public interface WebSocketSession {
    /** An identifier that is unique within this process. */
    String id();

    /** The path of the handshake, still percent-encoded. */
    String path();

    /** The query of the handshake as sent; null if there was none. */
    @Nullable
    String query();

    /** The subprotocol that was chosen from those of the client; null if none. */
    @Nullable
    String subprotocol();

    InetSocketAddress remoteAddress();

    /** Values that the application attaches to the session. The map is thread-safe and permits no null. */
    Map<String, Object> attributes();

    /** Whether neither side has begun to close, and the connection has not ended. */
    boolean isOpen();

    /** Sends a text message; an unpaired surrogate becomes a question mark. */
    void sendText(String text) throws IOException;

    /** Sends a binary message; the array must not be changed afterwards. */
    void sendBinary(byte[] bytes) throws IOException;

    /**
     * Sends a ping without waiting.
     *
     * @throws IllegalArgumentException if the payload is longer than 125 bytes
     */
    void sendPing(byte[] payload) throws IOException;

    /**
     * Sends an unsolicited pong without waiting (RFC 6455 section 5.5.3).
     *
     * @throws IllegalArgumentException if the payload is longer than 125 bytes
     */
    void sendPong(byte[] payload) throws IOException;

    /** Closes with 1000. */
    default void close() {
        close(CloseReason.NORMAL, "");
    }

    /**
     * Queues a close frame behind all messages sent so far, without waiting. Messages that arrive from now on are
     * dropped; those that arrived before still reach the listener. Does nothing if a close frame has already been sent.
     *
     * @param code a code that {@link CloseReason#isSendable}
     * @param reason at most 123 bytes in UTF-8
     * @throws IllegalArgumentException if the code must not be sent or the reason is too long
     */
    void close(int code, String reason);
}
