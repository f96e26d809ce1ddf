package sprout.server;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.channels.ByteChannel;
import java.nio.channels.SelectionKey;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import sprout.http.HttpException;
import sprout.http.HttpVersion;
import sprout.http.RequestHead;
import sprout.http.Upgrade;

/**
 * One connection of a client: receives, parses, has requests handled one after the other, sends. Owned by one thread at a time;
 * the subclasses say by which, and how to wait for a socket.
 */
abstract class Connection {
    static final Logger LOG = LoggerFactory.getLogger(HttpServer.class);

    private static final byte[] CONTINUE = "HTTP/1.1 100 Continue\r\n\r\n".getBytes(StandardCharsets.US_ASCII);
    /** A peer that keeps a body or response moving gets its whole time-out anew for each so many bytes. */
    static final int PROGRESS = 64 * 1024;
    /** What an event loop sends of one response before it looks after its other connections. */
    private static final int TURN = 256 * 1024;

    final ServerContext context;
    final SocketChannel channel;
    /** Null for clear text; then the bytes pass through the channel itself. */
    final @Nullable TlsChannel tls;

    final ByteChannel transport;
    final Input input;
    final Output output;

    final Tally tally;
    private final RequestHead head = new RequestHead();
    private final RequestBody body;
    private final ServerRequest request;
    private final ServerResponse response;
    private boolean headComplete;
    private boolean continueDue;
    private boolean closeAfterOutput;
    private @Nullable Upgrade upgrade;
    private int served;
    private long sent;
    private long bodyProgress;
    /** In the time of {@link System#nanoTime}; 0 before the handler first waits for the body. */
    private long bodyDeadline;

    Connection(ServerContext context, SocketChannel channel) throws IOException {
        this.context = context;
        this.channel = channel;
        this.tls = context.tls(channel);
        this.transport = tls == null ? channel : tls;
        this.input = new Input(context.buffers, head, context.options.limits().headerBytes());
        this.output = new Output(context.buffers);
        this.body = new RequestBody(this, input, context.options.limits());
        this.request = new ServerRequest(head, body, (InetSocketAddress) channel.getRemoteAddress(), tls != null);
        this.response = new ServerResponse(this);
        this.tally = context.counters.of(channel);
        tally.rest(System.nanoTime());
        tally.belongTo(this);
    }

    /**
     * Waits until the channel is ready for this operation, or at once if the channel itself blocks.
     *
     * @param operation {@link SelectionKey#OP_READ} or {@link SelectionKey#OP_WRITE}
     * @param deadline in the time of {@link System#nanoTime}
     * @return how many bytes of the output were sent by waiting for room
     * @throws PeerException if the deadline passes first
     */
    abstract long await(int operation, long deadline) throws IOException;

    /**
     * Says that from now on the thread may be blocked in the channel itself.
     *
     * @param reason {@link Phase#BODY} or {@link Phase#WRITING}
     * @param deadline in the time of {@link System#nanoTime}
     */
    abstract void blocking(Phase reason, long deadline);

    /** Ends what {@link #blocking} began. */
    abstract void blockingEnded();

    /** Whether the end of the input is not the client's doing, but that of a deadline. */
    abstract boolean expired();

    /** Has the connection end, soon, if nothing of a request is here; returns whether it seems so. By any thread. */
    abstract boolean evict();

    /** Closes the channel and gives everything back. Only by the owner. */
    abstract void close();

    ServerRequest request() {
        return request;
    }

    RequestHead head() {
        return head;
    }

    /** Whether part of a request's head or body was received. */
    boolean requestBegun() {
        return headComplete || !input.isEmpty();
    }

    boolean headComplete() {
        return headComplete;
    }

    boolean closesAfterOutput() {
        return closeAfterOutput;
    }

    /**
     * Goes on with what was received.
     *
     * @return whether a request can be handled: its head is complete, and its body too, or there is no room for more of it, or
     *     the client waits for a word before it sends it
     * @throws HttpException if it cannot be understood
     */
    final boolean requestReady() {
        if (!headComplete && !parseHead()) {
            return false;
        }
        return body.received() || input.full() || continueDue;
    }

    private boolean parseHead() {
        if (input.isEmpty() || !context.parser.parse(head, input.bytes(), input.start(), input.end())) {
            return false;
        }
        if (context.budget.exceeded()) {
            throw new HttpException(503, "the server has no memory for further requests now");
        }
        headComplete = true;
        input.moveTo(input.start() + head.length());
        body.begin(head);
        continueDue = head.expectContinue() && !body.received();
        return true;
    }

    /** Whether the whole body is there, so that handling the request cannot wait for the client. */
    final boolean bodyReceived() {
        return body.received();
    }

    /**
     * Has the current request handled and its response put into the output, unless it was sent already.
     *
     * @param onLoop whether this is an event loop, which must not wait for the client
     */
    final void handle(boolean onLoop) throws IOException {
        body.beginReading();
        bodyDeadline = 0;
        response.begin(onLoop, head.method().equals("HEAD"));
        tally.begin();
        try {
            handle();
            response.complete();
        } catch (HttpException e) {
            LOG.debug("{} for {}: {}", e.status(), channel, e.detail());
            fail(e);
        } catch (PeerException e) {
            throw e;
        } catch (Exception | LinkageError | StackOverflowError | OutOfMemoryError | AssertionError e) {
            // What a handler has asked for in vain is not in use: mostly there is memory for an answer. Where there is
            // none, this is thrown again.
            fault(e);
        } finally {
            tally.end();
            response.end();
        }
        skipRequestBody();
        served++;
    }

    /** An interrupt that a handler leaves behind would close the channel with the next byte, or keep a loop from waiting. */
    private void handle() throws Exception {
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
        LOG.error("the handler failed for {} {}", head.method(), head.target(), e);
        fail(new HttpException(500, "the server failed to answer this request"));
    }

    private void fail(HttpException e) throws IOException {
        if (response.committed()) {
            throw new PeerException("the response was cut off: " + e.detail(), e);
        }
        response.problem(e);
        response.complete();
    }

    /** Puts a response into the output that refuses what was received; nothing more is understood from this connection. */
    final void reject(HttpException e) throws IOException {
        context.counters.refused.increment();
        LOG.debug("{} for {}: {}", e.status(), channel, e.detail());
        closeAfterOutput();
        response.begin(true, head.method().equals("HEAD"));
        response.problem(e);
        response.complete();
        response.end();
        input.release();
    }

    /** Ends the current request, so that the next one of the connection can be looked at. */
    final void endRequest() {
        headComplete = false;
        body.end();
        head.reset();
        request.reset();
        input.endMessage();
    }

    /** Decides whether the connection lives on after the current response. */
    final boolean keepAliveAfter(boolean applicationCloses) {
        closeAfterOutput |= applicationCloses
                || !head.keepAlive()
                || context.stopping
                || served + 1 >= context.options.keepAliveRequests();
        return !closeAfterOutput;
    }

    /** Takes what the handler left of the request's body; if not all of it is here, the connection cannot go on. */
    final void skipRequestBody() {
        if (!closeAfterOutput && (continueDue || !bodySkipped())) {
            closeAfterOutput();
        }
    }

    private boolean bodySkipped() {
        try {
            return body.skipReceived();
        } catch (HttpException e) {
            LOG.debug("the rest of a body is broken for {}: {}", channel, e.detail());
            return false;
        }
    }

    /** The connection cannot be used further: its response can only end by closing it, or what follows is not understood. */
    final void closeAfterOutput() {
        closeAfterOutput = true;
    }

    /** An upgrade is ignored in HTTP/1.0 (RFC 9110 section 7.8), and behind a body it would be unclear where it begins. */
    final void requireUpgradeable() {
        if (head.version() != HttpVersion.HTTP_1_1 || head.chunked() || head.contentLength() > 0) {
            throw new HttpException(400, "an upgrade needs HTTP/1.1 and a request without body");
        }
    }

    /** Who expects both is told to continue before the protocol is switched (RFC 9110 section 7.8), though no body follows. */
    final void continueBeforeUpgrade() {
        if (head.expectContinue()) {
            putContinue();
        }
    }

    /** This response is the last of HTTP on the connection, which does not end with it. */
    final void upgradeAfterOutput(Upgrade next) {
        upgrade = next;
        closeAfterOutput = true;
    }

    /** The protocol that the connection is switched to when the output was sent; null if it is closed then. */
    final @Nullable Upgrade upgrade() {
        return upgrade;
    }

    /**
     * Takes memory that is held until the request ends; waits for it.
     *
     * @throws HttpException with status 503 if there is none within the body time-out
     */
    final void awaitMemory(long bytes) {
        long timeout = response.onLoop() ? 0 : context.options.bodyTimeout().toNanos();
        try {
            if (!context.budget.take(bytes, System.nanoTime() + timeout)) {
                closeAfterOutput();
                throw new HttpException(503, "the server has no memory for this request now");
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new HttpException(503, "the request was interrupted", e);
        }
    }

    /** Receives more of the body; waits for it. Failures are an {@link HttpException}, for handlers read the body. */
    final void awaitBody() {
        try {
            if (continueDue) {
                sendContinue();
            }
            receiveBody();
        } catch (TimeoutException e) {
            closeAfterOutput();
            throw new HttpException(408, "the body did not arrive in time", e);
        } catch (IOException e) {
            closeAfterOutput();
            throw new HttpException(400, "the body ended early", e);
        }
    }

    private void receiveBody() throws IOException {
        if (bodyProgress >= PROGRESS || bodyDeadline == 0) {
            bodyProgress = 0;
            bodyDeadline = System.nanoTime() + context.options.bodyTimeout().toNanos();
        }
        long deadline = bodyDeadline;
        blocking(Phase.BODY, deadline);
        int count = input.receive(transport);
        while (count == 0) {
            await(SelectionKey.OP_READ, deadline);
            count = input.receive(transport);
        }
        blockingEnded();
        if (count < 0) {
            throw expired()
                    ? new TimeoutException("the body")
                    : new PeerException("the client closed within a body", null);
        }
        bodyProgress += count;
    }

    private void sendContinue() throws IOException {
        continueNow();
        sendAll();
    }

    /** Whether the client waits for a word before it sends the body. */
    final boolean continueDue() {
        return continueDue;
    }

    /** Puts that word into the output. */
    final void continueNow() {
        continueDue = false;
        putContinue();
    }

    private void putContinue() {
        byte[] out = output.reserve(CONTINUE.length);
        System.arraycopy(CONTINUE, 0, out, output.size(), CONTINUE.length);
        output.filledTo(output.size() + CONTINUE.length);
    }

    /** Sends as much of the output as the socket takes, up to the share of one turn; returns whether that was all. */
    final boolean sendSome() throws IOException {
        long until = sent + TURN;
        while (!output.isEmpty() && sent < until) {
            long count = output.send(transport);
            sent += count;
            if (count == 0 && !output.isEmpty()) {
                return false;
            }
        }
        return output.isEmpty();
    }

    /** Bytes that were sent so far by {@link #sendSome}. */
    final long sent() {
        return sent;
    }

    /** Sends all of the output and waits for the client where it has to. */
    final void sendAll() throws IOException {
        long timeout = context.options.writeTimeout().toNanos();
        long deadline = System.nanoTime() + timeout;
        long progress = 0;
        blocking(Phase.WRITING, deadline);
        while (!output.isEmpty()) {
            long count = output.send(transport);
            if (count == 0 && !output.isEmpty()) {
                count = await(SelectionKey.OP_WRITE, deadline);
            }
            progress += count;
            if (progress >= PROGRESS) {
                progress = 0;
                deadline = System.nanoTime() + timeout;
                blocking(Phase.WRITING, deadline);
            }
        }
        blockingEnded();
    }

    /** Tells the client that nothing more will come. */
    final void shutdownOutput() throws IOException {
        if (tls != null) {
            tls.closeOutput();
        }
        channel.shutdownOutput();
    }

    /** Refuses a client that speaks clear text where TLS is spoken; without knowing that, people search long. */
    final void rejectClearText() throws IOException {
        reject(new HttpException(400, "a plain HTTP request was sent to a port that speaks HTTPS: use https://"));
    }

    /**
     * Gives all buffers back and closes the channel, even if part of that fails. The channel comes last, because a server that
     * stops waits for no more than that.
     */
    final void end() {
        try {
            if (tls != null && channel.isOpen()) {
                tls.closeOutput();
            }
        } finally {
            try {
                body.release();
                input.release();
                output.release();
                if (tls != null) {
                    tls.release();
                }
            } finally {
                context.close(channel);
            }
        }
    }

    /** The client. */
    @Override
    public String toString() {
        return "the connection of " + request.remoteAddress();
    }
}
