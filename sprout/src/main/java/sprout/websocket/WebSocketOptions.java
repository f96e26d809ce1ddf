package sprout.websocket;

import java.time.Duration;

/**
 * Limits WebSocket sessions.
 *
 * @param maxMessageSize bytes of a message, all its frames together, 1 to 1 GiB; a larger one closes the session with
 *     1009
 * @param maxQueuedBytes bytes that may wait for the client before a send waits, too, 0 to 1 GiB; a message that is sent
 *     may then exceed this limit
 * @param idleTimeout how long a client may be silent, more than 0 and up to 1 day; after half of this time the server
 *     sends a ping, then it closes the session with 1001
 * @param messageTimeout time for each 64 KiB of a message, up to 1 day; then the server closes the session with 1008,
 *     or with 1013 if it has no memory for the message
 * @param closeTimeout how long the client may take to answer a close, up to 1 day; then the server ends the connection.
 *     After a close of the client, the longest wait until the listener has handled earlier messages
 */
public record WebSocketOptions(
        int maxMessageSize, int maxQueuedBytes, Duration idleTimeout, Duration messageTimeout, Duration closeTimeout) {
    private static final int LARGEST = 1 << 30;
    private static final Duration LONGEST = Duration.ofDays(1);

    /**
     * Limits of 1 MiB for a message and for the queue, 60 s of silence, 30 s for each 64 KiB of a message, 5 s to
     * close.
     */
    public static final WebSocketOptions DEFAULT = new WebSocketOptions(
            1 << 20, 1 << 20, Duration.ofSeconds(60), Duration.ofSeconds(30), Duration.ofSeconds(5));

    /**
     * Checks the ranges.
     *
     * @throws IllegalArgumentException if an option is out of its range; the message names option, range and value
     */
    public WebSocketOptions {
        check("maxMessageSize", maxMessageSize, 1);
        check("maxQueuedBytes", maxQueuedBytes, 0);
        check("idleTimeout", idleTimeout);
        check("messageTimeout", messageTimeout);
        check("closeTimeout", closeTimeout);
    }

    /** Creates a copy with another limit for messages, in bytes. */
    public WebSocketOptions withMaxMessageSize(int bytes) {
        return new WebSocketOptions(bytes, maxQueuedBytes, idleTimeout, messageTimeout, closeTimeout);
    }

    private static void check(String name, int value, int min) {
        if (value < min || value > LARGEST) {
            throw new IllegalArgumentException(name + " must be " + min + " to " + LARGEST + ", not " + value);
        }
    }

    private static void check(String name, Duration value) {
        if (value.isNegative() || value.isZero() || value.compareTo(LONGEST) > 0) {
            throw new IllegalArgumentException(name + " must be more than 0 and at most 1 day, not " + value);
        }
    }
}
