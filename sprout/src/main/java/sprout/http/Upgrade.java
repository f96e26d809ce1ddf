package sprout.http;

import java.nio.ByteBuffer;

/**
 * Implements a protocol that takes over a connection from HTTP (RFC 9110 section 7.8). The server passes it the
 * received bytes; it has no socket itself. One object serves one connection.
 *
 * <p>The event loop of the connection calls all methods, one after the other. They must not block; work that may block
 * goes to {@link UpgradedConnection#execute}.
 */
public interface Upgrade {
    /** The value of the {@code Upgrade} field in the response, for example {@code websocket}. */
    String protocol();

    /** Takes over the connection after the 101 response has been sent. The first call. */
    void opened(UpgradedConnection connection);

    /**
     * Takes received bytes. Bytes that remain in the buffer are passed again, together with later ones; they may remain
     * only after {@link UpgradedConnection#pause}. The bytes may be changed in place and must not be kept.
     */
    void received(ByteBuffer bytes);

    /**
     * Whether the protocol expects no more bytes. Then the end of the input does not end the connection, which stays open
     * until the protocol closes it and its output has been sent.
     */
    default boolean inputComplete() {
        return false;
    }

    /**
     * Checks deadlines. The server calls it periodically.
     *
     * @param now the time of {@link UpgradedConnection#now}
     * @param ends whether the protocol should end the connection, because the server stops, or because the connection
     *     is idle and another client needs its place
     */
    void tick(long now, boolean ends);

    /** Notes that the connection has ended, no matter which side ended it. The last call. */
    void closed();
}
