package sprout.server;

/** What a connection waits for; decides what a deadline that passes means. */
enum Phase {
    /** For the first byte of the next request. */
    IDLE,
    /** For the rest of a request's head, or for the first request after the accept. */
    HEAD,
    /** For the rest of a request's body. */
    BODY,
    /** For a handler; no deadline. */
    HANDLING,
    /** For the client to take the response. */
    WRITING,
    /** For the client to close after it has read the response. */
    LINGERING,
    CLOSED
}
