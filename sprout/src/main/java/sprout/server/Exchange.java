package sprout.server;

import java.io.IOException;
import sprout.http.HttpException;
import sprout.http.RequestHead;

/**
 * Calls the handler for one request, and turns whatever it throws into a response. One object serves all requests of a
 * connection in turn. Not thread-safe.
 */
final class Exchange {
    private final ServerContext context;
    private final Wire wire;
    private final RequestHead head;
    private final ServerRequest request;
    private final ServerResponse response;

    Exchange(Wire wire, RequestHead head, RequestBody body, ResponseSink sink) {
        this.context = wire.context;
        this.wire = wire;
        this.head = head;
        this.request = new ServerRequest(head, body, wire.client, wire.tls != null);
        this.response = new ServerResponse(context, head, sink);
    }

    ServerRequest request() {
        return request;
    }

    /**
     * Calls the handler and puts the response into the sink.
     *
     * @throws IOException if the connection must be closed without a further answer
     */
    void handle() throws IOException {
        wire.tally.begin();
        try {
            callHandler();
            if (response.isLarge() && wire.memory.exceeded()) {
                // Since the head was received, other answers that nobody reads may have spent the memory.
                context.counters.refused.increment();
                throw new HttpException(503, "the server has no memory for this answer now");
            }
            response.complete();
        } catch (HttpException e) {
            Connection.LOG.debug("{} for {}: {}", e.status(), wire, e.detail());
            fail(e);
        } catch (PeerException e) {
            throw e;
        } catch (Throwable e) {
            // After an OutOfMemoryError there is usually still memory for a small answer. If not, the error is thrown
            // again.
            fault(e);
        } finally {
            wire.tally.end();
            response.end();
        }
    }

    /**
     * Calls the handler and clears the interrupt that it may leave behind. An interrupt would close the channel at the
     * next read or write, or keep a loop from waiting.
     */
    private void callHandler() throws Exception {
        try {
            context.handler.handle(request, response);
        } finally {
            Thread.interrupted();
        }
    }

    private void fault(Throwable e) throws IOException {
        if (response.brokenByPeer()) {
            throw new PeerException("the client left while the handler wrote", e);
        }
        Connection.LOG.error("the handler failed for {} {}", head.method(), head.target(), e);
        fail(new HttpException(500, "the server failed to answer this request"));
    }

    private void fail(HttpException e) throws IOException {
        if (response.committed()) {
            throw new PeerException("the response was cut off: " + e.detail(), e);
        }
        response.problem(e);
        response.complete();
    }

    /** Puts the response to a request that the handler does not see into the sink. */
    void refuse(HttpException e) throws IOException {
        context.counters.refused.increment();
        Connection.LOG.debug("{} for {}: {}", e.status(), wire, e.detail());
        response.problem(e);
        response.complete();
        response.end();
    }
}
