package sprout.server;

/** Names what a connection waits for, which decides what happens when its deadline passes. */
enum Phase {
    /** Waits for the first byte of the next request. */
    IDLE,
    /** Waits for the rest of a request's head, or after the accept for the first request. */
    HEAD,
    /** Waits for the rest of a request's body. */
    BODY,
    /** Waits for a handler, without a deadline. */
    HANDLING,
    /** Waits for the client to take the response. */
    WRITING,
    /** Waits for the client to close after it has read the response. */
    LINGERING,
    CLOSED
}
