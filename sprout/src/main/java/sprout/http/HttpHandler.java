package sprout.http;

/**
 * Answers requests. One handler serves all connections of a server concurrently, so it must be thread-safe.
 *
 * <p>For each connection, the server calls the handler for one request at a time, which keeps pipelined requests in
 * order.
 */
@FunctionalInterface
public interface HttpHandler {
    /**
     * Answers one request. The response is complete when this method returns. Neither request nor response may be used
     * afterwards, because the server reuses both for the next request of the connection.
     *
     * <p>An {@link HttpException} becomes a response with its status. Anything else that is thrown becomes 500 and is
     * logged. If the response was already committed, the server closes the connection instead, so that the client can
     * see that the body is truncated.
     */
    void handle(HttpRequest request, HttpResponse response) throws Exception;

    /**
     * Whether handling this request may block its thread (database, file, lock, sleep). The nio engine runs a handler
     * on an event loop only if this returns false; when in doubt, keep the default.
     *
     * <p>Called on an event loop after the request's head has been parsed. It is not called if another thread already
     * has the connection, and called again if earlier responses must be sent first. It must be fast, give the same
     * answer each time, and must neither throw nor read the body.
     */
    default boolean mayBlock(HttpRequest request) {
        return true;
    }
}
