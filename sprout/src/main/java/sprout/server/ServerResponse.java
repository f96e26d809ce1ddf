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
import sprout.http.ResponseEncoder;
import sprout.http.ResponseEncoder.Persistence;
import sprout.http.ResponseHead;
import sprout.http.Upgrade;
import sprout.server.ServerContext.StopListener;

/** Builds the current response of a connection for handlers. Not thread-safe, and reused for the next response. */
final class ServerResponse implements HttpResponse {
    private static final byte[] EMPTY = {};

    private final Connection connection;
    private final ResponseHead head = new ResponseHead();
    private byte[] body = EMPTY;
    private @Nullable FileChannel file;
    private long fileOffset;
    private long fileLength;
    private @Nullable ResponseStream stream;
    private @Nullable Upgrade upgrade;
    private @Nullable StopListener stopListener;
    private boolean onLoop;
    private boolean headOnly;
    private boolean committed;
    private boolean brokenByPeer;

    ServerResponse(Connection connection) {
        this.connection = connection;
    }

    void begin(boolean runsOnLoop, boolean isHead) {
        onLoop = runsOnLoop;
        headOnly = isHead;
        committed = false;
        brokenByPeer = false;
    }

    /** Releases what the handler left. Must be called after every response. */
    void end() {
        head.reset();
        dropBody();
        dropStopListener();
    }

    private void dropStopListener() {
        StopListener listener = stopListener;
        if (listener != null) {
            stopListener = null;
            connection.context.forget(listener);
        }
    }

    boolean brokenByPeer() {
        return brokenByPeer;
    }

    boolean onLoop() {
        return onLoop;
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

    /** Checks that a part of a file is in it. Closes the file if not, or if its size cannot be read. */
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
            current = new ResponseStream(this, connection);
            stream = current;
        }
        return current;
    }

    @Override
    public HttpResponse upgrade(Upgrade newProtocol) {
        checkOpen();
        if (body.length > 0 || file != null || stream != null) {
            throw new IllegalStateException("the response has a body already");
        }
        connection.requireUpgradeable();
        upgrade = newProtocol;
        return this;
    }

    @Override
    public HttpResponse onStop(Runnable listener) {
        dropStopListener();
        stopListener = connection.context.onStop(listener);
        return this;
    }

    @Override
    public boolean hasBody() {
        return body.length > 0 || file != null || stream != null || upgrade != null;
    }

    @Override
    public boolean committed() {
        return committed;
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

    /** Puts everything that was not sent yet into the output. */
    void complete() throws IOException {
        ResponseStream streamed = stream;
        if (streamed != null) {
            streamed.complete();
        } else if (file != null) {
            completeFile(file);
        } else if (upgrade != null) {
            completeUpgrade(upgrade);
        } else {
            completeBody();
        }
    }

    private void completeUpgrade(Upgrade next) {
        committed = true;
        connection.continueBeforeUpgrade();
        Output output = connection.output;
        byte[] out =
                output.reserve(ResponseEncoder.maxLength(head) + next.protocol().length());
        output.filledTo(ResponseEncoder.switchingProtocols(head, next.protocol(), out, output.size()));
        connection.upgradeAfterOutput(next);
    }

    private void completeFile(FileChannel opened) {
        putHead(fileLength);
        if (!bodyless()) {
            connection.output.file(opened, fileOffset, fileLength);
            file = null;
        }
    }

    private void completeBody() {
        long declared = head.declaredLength();
        putHead(headOnly && body.length == 0 && declared >= 0 ? declared : body.length);
        if (!bodyless()) {
            connection.output.body(body);
        }
    }

    /** Puts the head into the output before the body is complete. Returns whether the body must be sent in chunks. */
    boolean commitStream() throws IOException {
        long declared = head.declaredLength();
        boolean chunked = declared < 0 && connection.head().version() == HttpVersion.HTTP_1_1;
        if (declared < 0 && !chunked) {
            connection.closeAfterOutput();
        }
        putHead(
                declared >= 0 ? declared : chunked ? ResponseEncoder.CHUNKED : ResponseEncoder.UNFRAMED,
                connection.keepAliveAfter(head.close()));
        return chunked;
    }

    long declaredLength() {
        return head.declaredLength();
    }

    /** Reports whether this answers a HEAD request. */
    boolean headOnly() {
        return headOnly;
    }

    /** Reports whether the method or the status forbids a body. */
    boolean bodyless() {
        return headOnly || head.bodyForbidden();
    }

    /** Sends what is in the output. Remembers a failure, because the handler may swallow the exception. */
    void send() throws IOException {
        try {
            connection.sendAll();
        } catch (IOException e) {
            brokenByPeer = true;
            throw e instanceof PeerException ? e : new PeerException("the client left while the response was sent", e);
        }
    }

    /**
     * Puts the head into the output after the handler has returned. The rest of the request's body is discarded first,
     * because nothing needs it any more.
     */
    void putHead(long bodyLength) {
        connection.skipRequestBody();
        putHead(bodyLength, connection.keepAliveAfter(head.close()));
    }

    private void putHead(long bodyLength, boolean keepAlive) {
        committed = true;
        Output output = connection.output;
        byte[] out = output.reserve(ResponseEncoder.maxLength(head));
        long length = head.lengthForbidden() ? ResponseEncoder.UNFRAMED : head.bodyForbidden() ? 0 : bodyLength;
        output.filledTo(
                ResponseEncoder.head(head, length, persistence(keepAlive), DateHeader.now(), out, output.size()));
    }

    private Persistence persistence(boolean keepAlive) {
        if (!keepAlive) {
            return Persistence.CLOSE;
        }
        return connection.head().version() == HttpVersion.HTTP_1_0 ? Persistence.KEEP_TOLD : Persistence.KEEP;
    }

    private void checkOpen() {
        if (committed) {
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
