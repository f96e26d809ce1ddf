package sprout.websocket;

import java.io.IOException;
import java.io.InterruptedIOException;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.ClosedChannelException;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import sprout.http.HttpRequest;
import sprout.http.Upgrade;
import sprout.http.UpgradedConnection;

/**
 * Connects an event loop, which passes it received bytes, with a listener on a worker; an {@link Inbox} is between
 * them. Frames are sent under the lock of this object, so that nothing follows a close frame.
 *
 * <pre>
 *   OPEN ── close sent ──▶ waits for the client's close ─────────────────────────▶ CLOSED
 *     └──── close received or violation: what came before is handled, then answered ────▲
 * </pre>
 */
final class Session implements WebSocketSession, Upgrade, FrameParser.Sink {
    private static final Logger LOG = LoggerFactory.getLogger(WebSocketSession.class);
    private static final int PROGRESS = 64 * 1024;
    /**
     * Pings that are answered one by one each time bytes are received. Each answer is a write, and thousands of pings
     * without payload may arrive at once.
     */
    private static final int MOST_PONGS = 16;

    private static final AtomicLong IDS = new AtomicLong();

    private final String id = Long.toString(IDS.incrementAndGet(), Character.MAX_RADIX);
    private final String path;
    private final @Nullable String query;
    private final @Nullable String subprotocol;
    private final InetSocketAddress remoteAddress;
    private final Map<String, Object> attributes = new ConcurrentHashMap<>();
    private final WebSocketOptions options;
    private final Inbox inbox;
    private final FrameParser parser;

    private volatile @Nullable UpgradedConnection connection;
    private volatile boolean closeSent;
    private long closeSentAt;
    /** The close frame to send once everything received before it has been handled; null until then. */
    private volatile @Nullable CloseReason goodbye;

    /** Used only on the loop, like the fields below unless they say otherwise. */
    private @Nullable CloseReason ending;

    private long endingSince;

    private byte @Nullable [] owedPong;
    private int pongs;
    /** Bytes that were written after the last pong. Guarded by this object. */
    private long writtenSincePong = Long.MAX_VALUE / 2;

    /** When the incomplete message began or last grew by 64 KiB; 0 between messages. */
    private long progressAt;

    private int progressSize;
    private long progressMessage;
    private boolean starved;
    private long lastReceived;
    private boolean pinged;

    Session(HttpRequest request, @Nullable String subprotocol, WebSocketListener listener, WebSocketOptions options) {
        this.path = request.rawPath();
        this.query = request.query();
        this.subprotocol = subprotocol;
        this.remoteAddress = request.remoteAddress();
        this.options = options;
        this.inbox = new Inbox(this, listener, options.maxMessageSize());
        this.parser = new FrameParser(this, options.maxMessageSize());
    }

    @Override
    public String protocol() {
        return "websocket";
    }

    // ---- on the event loop

    @Override
    public void opened(UpgradedConnection opened) {
        connection = opened;
        lastReceived = opened.now();
        inbox.open(opened);
        hold(); // a session whose listener is called is not idle
    }

    @Override
    public void received(ByteBuffer bytes) {
        lastReceived = now();
        pinged = false;
        pongs = 0;
        if (ending != null) {
            bytes.position(bytes.limit());
            return;
        }
        try {
            parser.parse(bytes);
            answerOwedPing();
            noteProgress();
        } catch (ViolationException e) {
            bytes.position(bytes.limit());
            LOG.debug("{} from {}: {}", e.code(), remoteAddress, e.reason());
            end(new CloseReason(e.code(), e.reason()), new CloseReason(e.code(), e.reason()));
        }
        hold(); // also after a violation: a session whose answer waits for its listener is not idle
    }

    /** Counts two bytes for each character: a text with a single one beyond Latin-1 needs them. */
    @Override
    public boolean text(String text) {
        return closeSent || inbox.add(listener -> listener.onText(this, text), 2L * text.length());
    }

    /** After a close frame nothing follows; replies to earlier messages, and the answer, have yet to be sent. */
    @Override
    public boolean inputComplete() {
        return ending != null;
    }

    @Override
    public boolean binary(byte[] bytes) {
        return closeSent || inbox.add(listener -> listener.onBinary(this, bytes), bytes.length);
    }

    /**
     * Answers a ping. Until that pong has left, and after {@link #MOST_PONGS} at a time, further pings are answered
     * once, with the payload of the last one, as section 5.5.3 allows.
     */
    @Override
    public void ping(byte[] payload) {
        UpgradedConnection current = connection;
        if (pongs < MOST_PONGS && (current == null || pongSent(current))) {
            pongs++;
            answerPing(payload);
        } else {
            owedPong = payload;
        }
    }

    private void answerOwedPing() {
        UpgradedConnection current = connection;
        byte[] payload = owedPong;
        if (payload != null && current != null && pongSent(current)) {
            answerPing(payload);
        }
    }

    /** What is sent leaves in order, so the last pong has left when no more is queued than was written after it. */
    private synchronized boolean pongSent(UpgradedConnection current) {
        return current.queued() <= writtenSincePong;
    }

    /** Restarts the time limit for each message, and for each 64 KiB of one, as for the body of a request. */
    private void noteProgress() {
        if (!parser.inMessage()) {
            progressAt = 0;
        } else if (progressAt == 0
                || parser.completed() != progressMessage
                || parser.messageSize() - progressSize >= PROGRESS) {
            progressAt = lastReceived;
            progressSize = parser.messageSize();
            progressMessage = parser.completed();
        }
    }

    /** Reports the held memory to the server. If no memory is left, reading pauses until memory is free again. */
    private void hold() {
        UpgradedConnection current = connection;
        if (current != null) {
            long queued = inbox.held();
            starved = !current.hold(parser.held() + queued, starved || queued > 0 ? 0 : progressAt);
            if (starved) {
                current.pause();
            }
        }
    }

    private synchronized void answerPing(byte[] payload) {
        owedPong = null;
        try {
            write(FrameEncoder.frame(FrameParser.PONG, payload));
            writtenSincePong = 0;
        } catch (IOException e) {
            LOG.trace("{} does not want its pong any more", remoteAddress, e);
        }
    }

    @Override
    public boolean pong(byte[] payload) {
        return closeSent || inbox.add(listener -> listener.onPong(this, payload), payload.length);
    }

    @Override
    public void close(CloseReason reason) {
        end(reason, new CloseReason(reason.code(), ""));
    }

    /**
     * Notes the end of the session. Replies to earlier messages must not be lost, so the answer waits for them, as
     * section 5.5.1 allows.
     */
    private void end(CloseReason reason, CloseReason answer) {
        ending = reason;
        endingSince = now();
        goodbye = answer;
        if (inbox.end(reason) || closeSent) {
            finish();
        }
    }

    /**
     * Sends the close frame unless one has already been sent, then ends the connection: the server closes it first
     * (section 7.1.1).
     */
    void finish() {
        CloseReason answer = goodbye;
        UpgradedConnection current = connection;
        if (answer != null && current != null) {
            sendClose(answer);
            current.close();
        }
    }

    @Override
    public void tick(long now, boolean ends) {
        UpgradedConnection current = connection;
        if (current == null) {
            return;
        }
        if (ending != null) {
            finishAtLast(now);
            return;
        }
        if (ends) {
            close(CloseReason.GOING_AWAY, "the server stops, or needs the place of an idle session");
        }
        if (closeSent) {
            expireClose(current, now);
            return;
        }
        answerOwedPing();
        boolean waited = starved;
        hold();
        if (waited && !starved && !inbox.paused()) {
            current.resume();
        }
        checkProgress(now);
        checkSilence(now);
    }

    /** Answers a close after its time-out, even if the listener has not returned. */
    private void finishAtLast(long now) {
        if (now - endingSince >= options.closeTimeout().toNanos()) {
            finish();
        }
    }

    private void expireClose(UpgradedConnection current, long now) {
        long sentAt;
        synchronized (this) {
            sentAt = closeSentAt;
        }
        if (now - sentAt >= options.closeTimeout().toNanos()) {
            current.abort();
        }
    }

    /**
     * Closes the session if a message takes too long. Does not count while reading is paused because of the listener:
     * the rest may have arrived already.
     */
    private void checkProgress(long now) {
        if (progressAt == 0 || inbox.paused()) {
            progressAt = progressAt == 0 ? 0 : now;
        } else if (now - progressAt >= options.messageTimeout().toNanos()) {
            if (starved) {
                close(CloseReason.TRY_AGAIN, "the server has no memory for this message now");
            } else {
                close(CloseReason.POLICY, "the message did not arrive within " + options.messageTimeout());
            }
        }
    }

    /**
     * Pings a silent client, then closes the session. Does not count while reading is paused because of the listener or
     * for lack of memory.
     */
    private void checkSilence(long now) {
        if (inbox.paused() || starved) {
            lastReceived = now;
        }
        long silence = now - lastReceived;
        long limit = options.idleTimeout().toNanos();
        if (silence >= limit) {
            close(CloseReason.GOING_AWAY, "nothing was received for " + options.idleTimeout());
        } else if (silence >= limit / 2 && !pinged) {
            pinged = true;
            try {
                write(FrameEncoder.frame(FrameParser.PING, new byte[0]));
            } catch (IOException e) {
                LOG.trace("{} cannot be pinged any more", remoteAddress, e);
            }
        }
    }

    @Override
    public void closed() {
        closeSent = true;
        if (ending == null) {
            inbox.end(new CloseReason(CloseReason.ABNORMAL, ""));
        }
    }

    // ---- on any thread

    @Override
    public void sendText(String text) throws IOException {
        send(FrameParser.TEXT, text.getBytes(StandardCharsets.UTF_8));
    }

    @Override
    public void sendBinary(byte[] bytes) throws IOException {
        send(FrameParser.BINARY, bytes);
    }

    private void send(int opcode, byte[] payload) throws IOException {
        UpgradedConnection current = connection;
        if (current == null || closeSent) {
            throw new ClosedChannelException();
        }
        try {
            current.awaitQueued(options.maxQueuedBytes());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new InterruptedIOException("interrupted while waiting for the client");
        } catch (IOException e) {
            throw gone(e);
        }
        write(FrameEncoder.frame(opcode, payload));
    }

    @Override
    public void sendPing(byte[] payload) throws IOException {
        sendControl(FrameParser.PING, payload);
    }

    @Override
    public void sendPong(byte[] payload) throws IOException {
        sendControl(FrameParser.PONG, payload);
    }

    private void sendControl(int opcode, byte[] payload) throws IOException {
        if (payload.length > FrameParser.LONGEST_CONTROL) {
            throw new IllegalArgumentException(
                    "the payload of a ping or pong may have 125 bytes, not " + payload.length);
        }
        write(FrameEncoder.frame(opcode, payload));
    }

    private synchronized void write(ByteBuffer... frame) throws IOException {
        UpgradedConnection current = connection;
        if (current == null || closeSent) {
            throw new ClosedChannelException();
        }
        for (ByteBuffer part : frame) {
            writtenSincePong += part.remaining();
        }
        try {
            current.write(frame);
        } catch (IOException e) {
            throw gone(e);
        }
    }

    /** Ends the session after its connection: a client that leaves is not a failure of the listener that writes. */
    private ClosedChannelException gone(IOException cause) {
        closeSent = true;
        ClosedChannelException gone = new ClosedChannelException();
        gone.initCause(cause);
        return gone;
    }

    @Override
    public void close(int code, String reason) {
        if (!CloseReason.isSendable(code)) {
            throw new IllegalArgumentException("the status code " + code + " must not be sent");
        }
        if (reason.getBytes(StandardCharsets.UTF_8).length > FrameParser.LONGEST_CONTROL - 2) {
            throw new IllegalArgumentException("the reason of a close may have 123 bytes: " + reason);
        }
        sendClose(new CloseReason(code, reason));
    }

    private synchronized void sendClose(CloseReason reason) {
        if (closeSent) {
            return;
        }
        try {
            write(FrameEncoder.close(reason));
        } catch (IOException e) {
            LOG.trace("{} left without goodbye", remoteAddress, e);
        }
        closeSentAt = now();
        closeSent = true;
    }

    private long now() {
        UpgradedConnection current = connection;
        return current == null ? 0 : current.now();
    }

    @Override
    public boolean isOpen() {
        return connection != null && goodbye == null && !closeSent;
    }

    @Override
    public String id() {
        return id;
    }

    @Override
    public String path() {
        return path;
    }

    @Override
    public @Nullable String query() {
        return query;
    }

    @Override
    public @Nullable String subprotocol() {
        return subprotocol;
    }

    @Override
    public InetSocketAddress remoteAddress() {
        return remoteAddress;
    }

    @Override
    public Map<String, Object> attributes() {
        return attributes;
    }

    @Override
    public String toString() {
        return "WebSocket session " + id + " of " + remoteAddress + " at " + path;
    }
}
