package sprout.server;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.SelectionKey;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import sprout.http.HttpException;
import sprout.http.HttpVersion;
import sprout.http.RequestHead;
import sprout.http.ResponseEncoder;
import sprout.http.ResponseEncoder.Persistence;
import sprout.http.ResponseHead;
import sprout.http.Upgrade;

/**
 * Receives, parses and answers the requests of one client, one after the other. Not thread-safe: one thread at a time
 * owns a connection. The subclasses define which thread that is, and how it waits for the socket.
 */
abstract class Connection implements ResponseSink, RequestBody.Source {
    static final Logger LOG = LoggerFactory.getLogger(HttpServer.class);

    private static final byte[] CONTINUE = "HTTP/1.1 100 Continue\r\n\r\n".getBytes(StandardCharsets.US_ASCII);
    private static final byte[] LAST_CHUNK = "0\r\n\r\n".getBytes(StandardCharsets.US_ASCII);
    /** Bytes of a body or response after which the peer gets its full time-out again. */
    static final int PROGRESS = 64 * 1024;

    /** How much of the current request has been received. */
    private enum Stage {
        /** Its head is incomplete. */
        HEAD,
        /** The client waits for 100 Continue, or for a final response, before it sends the body. */
        EXPECTING,
        /** The body arrives, or has arrived. */
        BODY
    }

    /** What follows the current response, unless it is the next request. */
    private sealed interface Ending {
        enum Close implements Ending {
            CLOSE
        }

        record Switch(Upgrade next) implements Ending {}
    }

    final ServerContext context;
    final Wire wire;
    final Input input;
    final Output output;

    private final RequestHead head = new RequestHead();
    private final RequestBody body;
    private final Exchange exchange;
    private Stage stage = Stage.HEAD;
    private @Nullable Ending ending;
    /** Whether the current response is sent in chunks. */
    private boolean chunked;

    private int served;
    private long bodyProgress;
    /** Nanoseconds left for {@link #PROGRESS} bytes of the body. Runs only while the handler waits for them. */
    private long bodyTimeLeft;

    Connection(Wire wire) {
        this.context = wire.context;
        this.wire = wire;
        this.input = new Input(
                context.buffers, wire.memory, head, context.options.limits().headerBytes());
        this.output = new Output(context.buffers, wire.memory);
        this.body = new RequestBody(this, wire.memory, context.threadBytes, input, context.options.limits());
        this.exchange = new Exchange(wire, head, body, this);
    }

    /**
     * Waits until the channel is ready for an operation. Returns immediately if the channel itself blocks.
     *
     * @param operation {@link SelectionKey#OP_READ} or {@link SelectionKey#OP_WRITE}
     * @param deadline in the time of {@link Clock#now}
     * @return the bytes of output that were sent meanwhile; 0 if only the wait is over
     * @throws PeerException if the deadline passes first
     */
    abstract long await(int operation, long deadline) throws IOException;

    /**
     * Announces that the thread may block in the channel until {@link #blockingEnded}.
     *
     * @param reason {@link Phase#BODY}, {@link Phase#WRITING} or {@link Phase#LINGERING}
     * @param deadline in the time of {@link Clock#now}
     */
    abstract void blocking(Phase reason, long deadline);

    /** Ends the state that {@link #blocking} announced. */
    abstract void blockingEnded();

    /** Reports whether this server, not the client, ended the input: no request follows the current one. */
    abstract boolean inputShut();

    /** Closes the socket and releases buffers and budget. Called by the owner only. */
    abstract void close();

    ServerRequest request() {
        return exchange.request();
    }

    /** Returns what the connection waits for: the rest of what was received, or the next request. */
    Phase awaited() {
        if (stage != Stage.HEAD) {
            return Phase.BODY;
        }
        boolean begun = wire.partial() || !(input.isEmpty() || input.isHalfEmptyLine());
        return begun ? Phase.HEAD : Phase.IDLE;
    }

    /** Reports whether the current response is the last one of HTTP. */
    final boolean closesAfterOutput() {
        return ending != null;
    }

    private void closeAfterOutput() {
        ending = Ending.Close.CLOSE;
    }

    /**
     * Parses what was received.
     *
     * @return whether a request can be handled: its head is complete, and its body is complete, or the input is full,
     *     or the client waits for 100 Continue
     * @throws HttpException if the request is malformed, beyond a limit, or the server has no memory for it
     */
    final boolean requestReady() {
        if (stage == Stage.HEAD && !parseHead()) {
            return false;
        }
        return body.received() || input.full() || stage == Stage.EXPECTING;
    }

    private boolean parseHead() {
        if (input.isEmpty()) {
            return false;
        }
        if (!context.parser.parse(head, input.bytes(), input.start(), input.end())) {
            input.moveTo(input.start() + head.dropEmptyLines());
            input.endMessage();
            return false;
        }
        if (wire.memory.exceeded()) {
            throw new HttpException(503, "the server has no memory for further requests now");
        }
        input.moveTo(input.start() + head.length());
        body.begin(head);
        stage = head.expectContinue() && !body.received() ? Stage.EXPECTING : Stage.BODY;
        return true;
    }

    /** Reports whether the whole body was received, so that handling the request cannot wait for the client. */
    final boolean bodyReceived() {
        return body.received();
    }

    /**
     * Calls the handler for the current request and puts the response into the output, unless it has already been sent.
     *
     * @throws IOException if the connection must be closed without a further answer
     */
    final void handle() throws IOException {
        body.beginReading();
        renewBodyTime();
        exchange.handle();
        skipRequestBody();
        served++;
    }

    /**
     * Puts an error response into the output. The connection closes after it, because further input cannot be parsed.
     */
    final void reject(HttpException e) throws IOException {
        closeAfterOutput();
        context.parser.takeMethod(head, input.bytes(), input.start(), input.end());
        exchange.refuse(e);
        input.release();
    }

    /** Ends the current request and makes the next one current. */
    final void endRequest() {
        stage = Stage.HEAD;
        body.end();
        head.reset();
        exchange.request().reset();
        input.endMessage();
    }

    @Override
    public final void head(ResponseHead response, long length, boolean returned) {
        if (stage == Stage.EXPECTING) {
            // It is too late for 100 Continue, and the client may or may not send the body.
            stage = Stage.BODY;
            closeAfterOutput();
        }
        if (returned) {
            skipRequestBody();
        }
        chunked = length == OPEN && head.version() == HttpVersion.HTTP_1_1;
        if (length == OPEN && !chunked) {
            wire.endBody();
            closeAfterOutput();
        } else if (response.close()
                || !head.keepAlive()
                || context.stopping
                || inputShut()
                || served + 1 >= context.options.keepAliveRequests()) {
            closeAfterOutput();
        }
        byte[] out = output.reserve(ResponseEncoder.maxLength(response));
        output.filledTo(ResponseEncoder.head(
                response, framing(response, length), persistence(), DateHeader.now(), out, output.size()));
    }

    private long framing(ResponseHead response, long length) {
        if (response.lengthForbidden() || (length == OPEN && !chunked)) {
            return NONE;
        }
        return response.bodyForbidden() ? 0 : length;
    }

    private Persistence persistence() {
        if (closesAfterOutput()) {
            return Persistence.CLOSE;
        }
        return head.version() == HttpVersion.HTTP_1_0 ? Persistence.KEEP_TOLD : Persistence.KEEP;
    }

    @Override
    public final void write(byte[] bytes, int length) {
        byte[] out = output.reserve(ResponseEncoder.CHUNK_PREFIX + length + 2);
        int at = output.size();
        int data = chunked ? ResponseEncoder.chunkPrefix(length, out, at) : at;
        System.arraycopy(bytes, 0, out, data, length);
        output.filledTo(chunked ? ResponseEncoder.line(data + length, out) : data + length);
    }

    @Override
    public final void body(byte[] bytes) {
        output.body(bytes);
    }

    @Override
    public final void file(FileChannel file, long from, long length) {
        output.file(file, from, length);
    }

    @Override
    public final void end() {
        if (chunked) {
            output.put(LAST_CHUNK);
        }
    }

    /** A 100 that the client expects must precede the 101, although no body follows (RFC 9110 section 7.8). */
    @Override
    public final void upgrade(ResponseHead response, Upgrade next) {
        if (head.expectContinue()) {
            output.put(CONTINUE);
        }
        byte[] out = output.reserve(
                ResponseEncoder.maxLength(response) + next.protocol().length());
        output.filledTo(ResponseEncoder.switchingProtocols(response, next.protocol(), out, output.size()));
        ending = new Ending.Switch(next);
    }

    /**
     * Discards the part of the request's body that the handler did not read. If the body is incomplete, the connection
     * closes after the response.
     */
    private void skipRequestBody() {
        if (!closesAfterOutput() && !bodySkipped()) {
            closeAfterOutput();
        }
    }

    private boolean bodySkipped() {
        try {
            return body.skipReceived();
        } catch (HttpException e) {
            LOG.debug("the rest of a body is broken for {}: {}", wire, e.detail());
            return false;
        }
    }

    /** Returns the protocol that takes over once the output has been sent; null if the connection closes then. */
    final @Nullable Upgrade upgrade() {
        return ending instanceof Ending.Switch(Upgrade next) ? next : null;
    }

    /**
     * Takes bytes from the budget, which are held until the request ends. Waits up to the body time-out, but not on an
     * event loop.
     *
     * @throws HttpException with status 503 if no memory is released in that time, or the thread is interrupted; with
     *     400 if the client left
     */
    @Override
    public final void awaitMemory(long bytes) {
        long left = mayWait() ? context.timeout(Phase.BODY) : 0;
        long now = context.clock.now();
        long deadline = now + left;
        try {
            while (!wire.memory.take(bytes, Math.min(left, Wire.RESET_CHECK))) {
                now = context.clock.now();
                left = deadline - now;
                if (left <= 0) {
                    closeAfterOutput();
                    throw new HttpException(503, "the server has no memory for this request now");
                }
                if (wire.reset(now)) {
                    closeAfterOutput();
                    throw new HttpException(400, "the client left while its body waited for memory");
                }
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new HttpException(503, "the request was interrupted", e);
        }
    }

    /**
     * Receives more of the body, and waits for it. Failures are an {@link HttpException}, because handlers read the
     * body.
     *
     * @throws HttpException with status 408 after the body time-out, or 400 if the client left
     */
    @Override
    public final void awaitBody() {
        try {
            if (continueDue()) {
                continueNow();
                flush();
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
        if (bodyProgress >= PROGRESS) {
            renewBodyTime();
        }
        long deadline = context.clock.now() + bodyTimeLeft;
        int count;
        blocking(Phase.BODY, deadline);
        try {
            count = input.receive(wire.bytes);
            while (count == 0) {
                await(Phase.BODY, SelectionKey.OP_READ, context.clock.now(), deadline);
                count = input.receive(wire.bytes);
            }
        } finally {
            blockingEnded(); // the handler may answer an error, and has its own time for that
            bodyTimeLeft = deadline - context.clock.now();
        }
        if (count < 0) {
            throw inputShut()
                    ? new TimeoutException("the body")
                    : new PeerException("the client closed within a body", null);
        }
        bodyProgress += count;
    }

    private void renewBodyTime() {
        bodyProgress = 0;
        bodyTimeLeft = context.timeout(Phase.BODY);
    }

    /** Reports whether the client waits for 100 Continue before it sends the body. */
    final boolean continueDue() {
        return stage == Stage.EXPECTING;
    }

    /** Puts 100 Continue into the output. */
    final void continueNow() {
        stage = Stage.BODY;
        output.put(CONTINUE);
    }

    /**
     * Sends all output, and waits for the client where necessary.
     *
     * @throws IOException if the client left, or did not take {@link #PROGRESS} bytes within the write time-out
     */
    @Override
    public final void flush() throws IOException {
        long timeout = context.options.writeTimeout().toNanos();
        long deadline = context.clock.now() + timeout;
        long progress = 0;
        blocking(Phase.WRITING, deadline);
        while (!output.isEmpty()) {
            long count = output.send(wire.bytes);
            if (count == 0 && !output.isEmpty()) {
                count = await(Phase.WRITING, SelectionKey.OP_WRITE, deadline - timeout, deadline);
            }
            progress += count;
            if (progress >= PROGRESS) {
                progress = 0;
                deadline = context.clock.now() + timeout;
                blocking(Phase.WRITING, deadline);
            }
        }
        blockingEnded();
    }

    /** @param since when the wait began that may be short because others wait, too */
    private long await(Phase reason, int operation, long since, long deadline) throws IOException {
        long until = since + context.beginWait(reason);
        try {
            return await(operation, until - deadline < 0 ? until : deadline);
        } finally {
            context.endWait(reason);
        }
    }

    /**
     * Answers 400 to a client that speaks clear text on a TLS port. Without a message, the cause would be hard to find.
     */
    final void rejectClearText() throws IOException {
        reject(new HttpException(400, "a plain HTTP request was sent to a port that speaks HTTPS: use https://"));
    }

    /** Releases the buffers and the budget. May be called again. */
    final void release() {
        try {
            body.release();
        } finally {
            input.release();
            output.release();
        }
    }

    /** Names the client, for the log. */
    @Override
    public String toString() {
        return wire.toString();
    }
}
