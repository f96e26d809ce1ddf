package sprout.server;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import org.jspecify.annotations.Nullable;
import sprout.http.HttpException;
import sprout.http.HttpResponse;
import sprout.http.HttpStatus;
import sprout.http.HttpVersion;
import sprout.http.RequestHead;
import sprout.http.ResponseHead;
import sprout.http.Upgrade;
import sprout.server.ServerContext.StopListener;

/** Builds the current response of a connection for handlers. Not thread-safe, and reused for the next response. */
final class ServerResponse implements HttpResponse {
    private static final byte[] EMPTY = {};

    private enum State {
        OPEN,
        /** The head is in the output. */
        COMMITTED,
        /** The client left, or was too slow, while the handler wrote. */
        BROKEN
    }

    private final ServerContext context;
    private final RequestHead request;
    private final ResponseSink sink;
    private final ResponseHead head = new ResponseHead();
    private byte[] body = EMPTY;
    private @Nullable FileChannel file;
    private long fileOffset;
    private long fileLength;
    private @Nullable ResponseStream stream;
    private @Nullable Upgrade upgrade;
    private @Nullable StopListener stopListener;
    private State state = State.OPEN;

    ServerResponse(ServerContext context, RequestHead request, ResponseSink sink) {
        this.context = context;
        this.request = request;
        this.sink = sink;
    }

    /** Releases what the handler left. Must be called after every response. */
    void end() {
        head.reset();
        dropBody();
        dropStopListener();
        state = State.OPEN;
    }

    private void dropStopListener() {
        StopListener listener = stopListener;
        if (listener != null) {
            stopListener = null;
            context.forget(listener);
        }
    }

    boolean brokenByPeer() {
        return state == State.BROKEN;
    }

    @Override
    public HttpResponse status(int status) {
        checkOpen();
        head.status(status);
        return this;
    }

    @Override
    public int status() {
        return upgrade == null ? head.status() : 101;
    }

    @Override
    public HttpResponse header(String name, String value) {
        checkOpen();
        head.set(name, value);
        return this;
    }

    @Override
    public HttpResponse addHeader(String name, String value) {
        checkOpen();
        head.add(name, value);
        return this;
    }

    @Override
    public HttpResponse removeHeader(String name) {
        checkOpen();
        head.remove(name);
        return this;
    }

    @Override
    public @Nullable String header(String name) {
        return head.first(name);
    }

    @Override
    public HttpResponse body(byte[] newBody) {
        checkOpen();
        dropBody();
        body = newBody;
        return this;
    }

    @Override
    public HttpResponse file(Path path, long offset, long length) throws IOException {
        checkOpen();
        FileChannel opened = FileChannel.open(path, StandardOpenOption.READ);
        requirePart(opened, path, offset, length);
        dropBody();
        file = opened;
        fileOffset = offset;
        fileLength = length;
        return this;
    }

    /** Checks that the file contains this part. Closes the file if not, or if its size cannot be read. */
    static void requirePart(FileChannel opened, Path path, long offset, long length) throws IOException {
        boolean contained = false;
        try {
            contained = offset >= 0 && length >= 0 && offset <= opened.size() - length;
        } finally {
            if (!contained) {
                close(opened);
            }
        }
        if (!contained) {
            throw new IOException("bytes " + offset + " to " + (offset + length) + " are not all in " + path);
        }
    }

    @Override
    public OutputStream bodyStream() {
        ResponseStream current = stream;
        if (current == null) {
            checkOpen();
            if (body.length > 0 || file != null) {
                throw new IllegalStateException("the response has a body already");
            }
            current = new ResponseStream(this, sink, context.buffers);
            stream = current;
        }
        return current;
    }

    /**
     * HTTP/1.0 has no upgrade (RFC 9110 section 7.8), and after a body it would be unclear where the new protocol
     * begins.
     */
    @Override
    public HttpResponse upgrade(Upgrade newProtocol) {
        checkOpen();
        if (body.length > 0 || file != null || stream != null) {
            throw new IllegalStateException("the response has a body already");
        }
        if (request.version() != HttpVersion.HTTP_1_1 || request.chunked() || request.contentLength() > 0) {
            throw new HttpException(400, "an upgrade needs HTTP/1.1 and a request without body");
        }
        upgrade = newProtocol;
        return this;
    }

    @Override
    public HttpResponse onStop(Runnable listener) {
        dropStopListener();
        stopListener = context.onStop(listener);
        return this;
    }

    @Override
    public boolean hasBody() {
        return body.length > 0 || file != null || stream != null || upgrade != null;
    }

    @Override
    public boolean committed() {
        return state != State.OPEN;
    }

    @Override
    public void reset() {
        checkOpen();
        head.reset();
        dropBody();
    }

    /**
     * Turns the response into a problem document (RFC 9457). The detail may come from the application and is escaped
     * for JSON.
     */
    void problem(HttpException e) {
        reset();
        String title = HttpStatus.reason(e.status());
        head.status(e.status());
        head.set("Content-Type", "application/problem+json");
        body = ("{\"type\":\"about:blank\",\"title\":" + Json.quote(title) + ",\"status\":" + e.status()
                        + ",\"detail\":" + Json.quote(e.detail()) + "}")
                .getBytes(StandardCharsets.UTF_8);
    }

    /** Reports whether the output would keep the array of the body until the client has taken it. */
    boolean isLarge() {
        return body.length > ByteBufferPool.LARGE;
    }

    /** Puts everything that has not been sent yet into the output. */
    void complete() throws IOException {
        ResponseStream streamed = stream;
        if (streamed != null) {
            streamed.complete();
        } else if (file != null) {
            completeFile(file);
        } else if (upgrade != null) {
            state = State.COMMITTED;
            sink.upgrade(head, upgrade);
        } else {
            completeBody();
        }
    }

    private void completeFile(FileChannel opened) {
        commit(fileLength);
        if (!bodyless()) {
            sink.file(opened, fileOffset, fileLength);
            file = null;
        }
    }

    private void completeBody() {
        long declared = head.declaredLength();
        commit(declared >= 0 && body.length == 0 && headOnly() ? declared : body.length);
        if (!bodyless()) {
            sink.body(body);
        }
    }

    /** Commits the head after the handler has returned. */
    void commit(long length) {
        state = State.COMMITTED;
        sink.head(head, length, true);
    }

    /** Commits the head before the body is complete, unless that has already happened. */
    void commit() {
        if (!committed()) {
            state = State.COMMITTED;
            sink.head(head, head.declaredLength(), false);
        }
    }

    long declaredLength() {
        return head.declaredLength();
    }

    /** Reports whether this answers a HEAD request. */
    boolean headOnly() {
        return request.method().equals("HEAD");
    }

    /** Reports whether the method or the status forbids a body. */
    boolean bodyless() {
        return headOnly() || head.bodyForbidden();
    }

    /** Sends what is in the output. Remembers a failure, because the handler may swallow the exception. */
    void send() throws IOException {
        try {
            sink.flush();
        } catch (IOException e) {
            state = State.BROKEN;
            throw e instanceof PeerException ? e : new PeerException("the client left while the response was sent", e);
        }
    }

    /** @throws PeerException if {@link #send} failed before */
    void requireClient() throws PeerException {
        if (state == State.BROKEN) {
            throw new PeerException("the client left while an earlier part of the response was sent", null);
        }
    }

    private void checkOpen() {
        if (committed()) {
            throw new IllegalStateException("the response is committed and cannot be changed any more");
        }
    }

    private void dropBody() {
        body = EMPTY;
        upgrade = null;
        ResponseStream streamed = stream;
        stream = null;
        if (streamed != null) {
            streamed.release();
        }
        FileChannel opened = file;
        file = null;
        if (opened != null) {
            close(opened);
        }
    }

    private static void close(FileChannel opened) {
        try {
            opened.close();
        } catch (IOException e) {
            Connection.LOG.debug("cannot close a file that was not sent", e);
        }
    }
}
