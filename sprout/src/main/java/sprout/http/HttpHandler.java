package sprout.http;

/**
 * Answers requests. One handler serves all connections of a server at once, so it must be thread-safe.
 *
 * <p>The server keeps the order of pipelined requests by calling the handler for one request of a connection at a time.
 */
@FunctionalInterface
public interface HttpHandler {
    /**
     * Answers one request. The response is complete when this method returns; request and response must not be used afterwards,
     * because the server reuses both for the next request of the connection.
     *
     * <p>An {@link HttpException} becomes a response with its status, anything else thrown becomes 500 and is logged; if the
     * response was already committed, the connection is closed instead, so that the client can see that the body is cut.
     */
    void handle(HttpRequest request, HttpResponse response) throws Exception;

    /**
     * Whether handling this request may block its thread (database, file, lock, sleep). The event loops of the nio engine run a
     * handler themselves only if this returns false; in doubt keep the default. Asked on an event loop with the request's head
     * parsed: not at all if another thread has the connection anyway, and again if earlier responses have to be sent first. Must be
     * fast, give the same answer each time, and must not throw or read the body.
     */
    default boolean mayBlock(HttpRequest request) {
        return true;
    }
}
