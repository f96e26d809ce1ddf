package sprout.http;

import java.nio.ByteBuffer;

/**
 * A protocol that takes a connection over from HTTP (RFC 9110 section 7.8). Fed with bytes and without a socket of its own.
 *
 * <p>All methods are called by the event loop of the connection, one after the other: they must not block, and hand what may
 * block to {@link UpgradedConnection#execute}. One object serves one connection.
 */
public interface Upgrade {
    /** The name for the {@code Upgrade} field of the response, for example {@code websocket}. */
    String protocol();

    /** The client has been told; from here on the connection is this protocol's. The first call. */
    void opened(UpgradedConnection connection);

    /**
     * Takes bytes that have arrived. What is left in the buffer comes again, with more behind it; bytes may be left only after
     * {@link UpgradedConnection#pause}. The bytes may be changed in place and must not be kept.
     */
    void received(ByteBuffer bytes);

    /**
     * Called every now and then, to look at deadlines.
     *
     * @param now in the time of {@link System#nanoTime}
     * @param stopping whether the server stops, so that the protocol should come to an end
     */
    void tick(long now, boolean stopping);

    /** The connection has ended, whoever ended it. The last call. */
    void closed();
}
