package sprout.websocket;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * One client. Thread-safe: any thread may send at any time, and messages never mix.
 *
 * <p>Back-pressure: {@code sendText} and {@code sendBinary} wait while more than the configured number of bytes wait for the client,
 * so they must not be called on an event loop; a client that takes nothing for the server's write time-out is cut off, which ends the
 * waiting. All methods that send throw {@link IOException} once the session is closing, whoever began it.
 */
public interface WebSocketSession {
    /** Unique within this server. */
    String id();

    /** The path of the handshake, still percent-encoded. */
    String path();

    /** The query of the handshake as sent; null if there was none. */
    @Nullable
    String query();

    /** What was chosen of the client's subprotocols; null if none. */
    @Nullable
    String subprotocol();

    InetSocketAddress remoteAddress();

    /** A place for the application's own things; safe for any thread. */
    Map<String, Object> attributes();

    /** Whether messages can be sent: neither side has begun to close. */
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
     * Sends a pong that nobody asked for, without waiting (RFC 6455 section 5.5.3).
     *
     * @throws IllegalArgumentException if the payload is longer than 125 bytes
     */
    void sendPong(byte[] payload) throws IOException;

    /** Closes with 1000. */
    default void close() {
        close(CloseReason.NORMAL, "");
    }

    /**
     * Says goodbye once all messages were sent, without waiting for it; messages of the client are dropped from here on. Further
     * calls do nothing.
     *
     * @param code one that may be sent, see {@link CloseReason#isSendable}
     * @param reason at most 123 bytes in UTF-8
     * @throws IllegalArgumentException if one of them is not as described
     */
    void close(int code, String reason);
}
