package sprout.server;

import java.io.EOFException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.ByteChannel;
import java.nio.channels.ClosedChannelException;
import java.nio.channels.SocketChannel;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.SSLEngineResult;
import javax.net.ssl.SSLEngineResult.HandshakeStatus;
import javax.net.ssl.SSLException;
import org.jspecify.annotations.Nullable;
import sprout.server.ProtocolDetector.Protocol;

/**
 * Encrypts and decrypts the bytes of a socket with TLS; blocks if the socket blocks. One thread at a time may call it,
 * but after the handshake one thread may read while another one writes.
 *
 * <p>{@code write} reports bytes only when their record has been sent completely, as a socket reports only what it
 * took. The caller offers the same bytes again until they are taken, so it need not know of records that wait here.
 *
 * <pre>
 *   socket ──▶ sealedIn ── unwrap ──▶ plainIn ──▶ read(target)
 *   socket ◀── sealedOut ◀── wrap ──────────────── write(source)
 * </pre>
 */
final class TlsChannel implements ByteChannel {
    private static final ByteBuffer NOTHING = ByteBuffer.allocate(0);
    /** Bytes that hold any record with its overhead (RFC 8446 section 5.2): the largest class of the pool. */
    private static final int RECORD = ByteBufferPool.LARGE;

    private static final int RECORD_HEADER = 5;
    /**
     * Content of a record after its header: 2^14 bytes and what ciphers add, at most an initial vector of 16, a MAC of 48
     * and 256 of padding. RFC 5246 section 6.2.3 permits 2048, but at a longer record the JDK's engine begins to make
     * records that no buffer of the pool holds.
     */
    private static final int MOST_CONTENT = (1 << 14) + 16 + 48 + 256;

    /**
     * Bytes of records without content that a client may send in a row after the handshake. A record may hold a
     * KeyUpdate in each five of its bytes, and each costs the engine new keys. So this bounds their number, and what the
     * engine keeps of half a message. Ordinary clients send a few records of 22 to 43 bytes. One that is padded beyond
     * this limit (RFC 8446 section 5.4) ends the connection.
     */
    private static final int MOST_IDLE = 1024;
    /**
     * The same while an answer to a KeyUpdate waits for room in the socket, because the engine keeps about 1.5 KiB for
     * each. A client must not ask for another one before it has the first (RFC 8446 section 4.6.3).
     */
    private static final int MOST_IDLE_UNANSWERED = 128;
    /** About what the engine needs for a handshake, in bytes, without what the client sends. */
    static final int ENGINE = 8 * 1024;
    /** Bytes that a client may send in a handshake; the engine keeps them until a message is whole. */
    private static final int MOST_HANDSHAKE = 16 * 1024;
    /** The same if it may show certificates. */
    private static final int MOST_HANDSHAKE_WITH_CERTIFICATES = 64 * 1024;

    /** Names what a handshake waits for. */
    enum Handshake {
        DONE,
        /** Waits for bytes of the client. */
        READ,
        /** Waits for room in the socket. */
        WRITE,
        /** Waits for {@link #runTasks}, which may take long. */
        TASKS
    }

    private final SocketChannel socket;
    private final SSLEngine engine;
    private final ByteBufferPool pool;
    private final ByteBudget.Account memory;
    private final Object writing = new Object();

    /** This buffer and the next are in read mode, and null when empty. */
    private @Nullable ByteBuffer sealedIn;

    private @Nullable ByteBuffer plainIn;
    private boolean inputEnded;
    private boolean starved;
    private boolean established;
    private boolean shaken;
    private boolean clear;
    /**
     * This and the next are counted in {@link #memory} until content arrives. The last record of a handshake may end
     * with half a message, which the engine keeps.
     */
    private int handshakeBytes;

    private int idleBytes;
    private boolean drained;

    /** Guarded by {@link #writing}. */
    private @Nullable ByteBuffer sealedOut;

    private int unreported;

    TlsChannel(SocketChannel socket, SSLEngine engine, ByteBufferPool pool, ByteBudget.Account memory) {
        this.socket = socket;
        this.engine = engine;
        this.pool = pool;
        this.memory = memory;
    }

    /** Reports whether the client has sent anything. */
    boolean begun() {
        return established || sealedIn != null || engine.getHandshakeStatus() != HandshakeStatus.NOT_HANDSHAKING;
    }

    /** Reports whether the handshake is over and its last bytes have been sent. */
    boolean established() {
        return shaken;
    }

    /** Reports whether the client speaks clear text. From then on, bytes pass through unchanged. */
    boolean clear() {
        return clear;
    }

    /**
     * Continues the handshake as far as possible, but receives at most once: a client that always has bytes ready must
     * not occupy the thread. If the handshake fails, the client gets an alert.
     *
     * @return what the handshake waits for now
     * @throws IOException if the handshake failed, or the client left
     */
    Handshake handshake() throws IOException {
        try {
            boolean mayReceive = true;
            Handshake step = Handshake.DONE;
            while (step == Handshake.DONE && !established) {
                if (!flush()) {
                    return Handshake.WRITE;
                }
                boolean receives = needsBytes();
                step = receives && !mayReceive ? Handshake.READ : next();
                mayReceive &= !receives;
            }
            shaken = established && flush();
            return established && !shaken ? Handshake.WRITE : step;
        } catch (SSLException e) {
            sendAlert();
            throw e;
        }
    }

    private Handshake next() throws IOException {
        return switch (engine.getHandshakeStatus()) {
            case NEED_TASK -> Handshake.TASKS;
            case NEED_WRAP -> handshakeOutput();
            default -> handshakeInput();
        };
    }

    private Handshake handshakeOutput() throws IOException {
        wrapSome(NOTHING.duplicate());
        established = engine.getHandshakeStatus() == HandshakeStatus.NOT_HANDSHAKING;
        return Handshake.DONE;
    }

    /** Runs the engine's delegated tasks (keys, signatures, certificates), which must not run on an event loop. */
    void runTasks() {
        for (Runnable task = engine.getDelegatedTask(); task != null; task = engine.getDelegatedTask()) {
            task.run();
        }
    }

    private boolean needsBytes() {
        HandshakeStatus status = engine.getHandshakeStatus();
        return status != HandshakeStatus.NEED_TASK
                && status != HandshakeStatus.NEED_WRAP
                && (sealedIn == null || starved);
    }

    private Handshake handshakeInput() throws IOException {
        if (sealedIn == null || starved) {
            int count = receive();
            if (count < 0) {
                throw new EOFException("the client left within the handshake");
            }
            if (count == 0) {
                return Handshake.READ;
            }
            if (isUndecided()) {
                return Handshake.DONE;
            }
        }
        SSLEngineResult result = unwrap();
        holdHandshake(result.bytesConsumed());
        noteEnd(result);
        return Handshake.DONE;
    }

    /** @throws SSLException if the handshake is too long */
    private void holdHandshake(int bytes) throws SSLException {
        memory.count(bytes);
        handshakeBytes += bytes;
        boolean certificates = engine.getNeedClientAuth() || engine.getWantClientAuth();
        int most = certificates ? MOST_HANDSHAKE_WITH_CERTIFICATES : MOST_HANDSHAKE;
        if (handshakeBytes - ENGINE > most) {
            throw new SSLException("a handshake of more than %d bytes".formatted(most));
        }
    }

    /** @throws SSLException if the client has sent too much since its last content */
    private void holdIdle(int bytes) throws SSLException {
        memory.count(bytes);
        idleBytes += bytes;
        if (idleBytes > MOST_IDLE) {
            throw new SSLException("more than %d bytes without content".formatted(MOST_IDLE));
        }
    }

    private void forgetHeld() {
        memory.count(-handshakeBytes - idleBytes);
        handshakeBytes = 0;
        idleBytes = 0;
    }

    private void noteEnd(SSLEngineResult result) throws IOException {
        if (result.getStatus() == SSLEngineResult.Status.CLOSED) {
            throw new EOFException("the client ended the handshake");
        }
        HandshakeStatus status = result.getHandshakeStatus();
        established = status == HandshakeStatus.FINISHED || status == HandshakeStatus.NOT_HANDSHAKING;
    }

    /**
     * Examines the first bytes of the connection and starts the handshake if they are TLS. Returns true if more bytes
     * are needed, or if the client speaks clear text.
     *
     * @throws SSLException if the client speaks neither TLS nor HTTP/1
     */
    private boolean isUndecided() throws IOException {
        ByteBuffer received = sealedIn;
        if (received == null || engine.getHandshakeStatus() != HandshakeStatus.NOT_HANDSHAKING) {
            return false;
        }
        Protocol protocol =
                ProtocolDetector.detect(ByteBufferPool.array(received), received.position(), received.limit());
        if (protocol == Protocol.TLS) {
            begin();
        } else if (protocol == Protocol.HTTP_1) {
            clear = true;
            established = true;
            return true;
        } else if (protocol != Protocol.UNDECIDED) {
            throw new SSLException("the client speaks neither TLS nor HTTP");
        } else {
            starved = true;
        }
        return protocol == Protocol.UNDECIDED;
    }

    /** @throws PeerException if connections hold too much memory already */
    private void begin() throws IOException {
        if (memory.crowded()) {
            throw new PeerException("the server has no memory for a handshake now", null);
        }
        memory.count(ENGINE);
        handshakeBytes = ENGINE;
        engine.beginHandshake();
    }

    /** Reads decrypted bytes, like a non-blocking socket: 0 means that more may follow, also if the socket blocks. */
    @Override
    public int read(ByteBuffer target) throws IOException {
        if (plainIn == null && !inputEnded && !clear) {
            receivePlain();
        }
        ByteBuffer plain = clear ? sealedIn : plainIn;
        if (plain == null) {
            return clear ? socket.read(target) : inputEnded ? -1 : 0;
        }
        int count = Math.min(plain.remaining(), target.remaining());
        target.put(target.position(), plain, plain.position(), count).position(target.position() + count);
        plain.position(plain.position() + count);
        releaseEmptyInput();
        return count;
    }

    /** Reports whether a read may return bytes although the socket is not ready. */
    boolean pending() {
        return plainIn != null || (sealedIn != null && !starved);
    }

    /** Reports whether a part of a record has arrived since the handshake. */
    boolean partial() {
        return shaken && sealedIn != null;
    }

    /** Reports whether the last receive took everything that had arrived, and all of it was read. */
    boolean drained() {
        return drained && !pending();
    }

    /**
     * Decrypts what has arrived, up to the first content. Receives at most once, although records without content (RFC
     * 8446 section 5.1) and messages of TLS itself yield nothing. Otherwise a client that sends only these would occupy
     * the thread, past all other sockets and deadlines.
     */
    private void receivePlain() throws IOException {
        boolean received = false;
        while (plainIn == null && !inputEnded) {
            if (sealedIn == null || starved) {
                if (received) {
                    return;
                }
                received = true;
                int count = receive();
                // An end without close_notify may come from an attacker. It is treated as an ordinary end, because HTTP
                // and WebSocket recognize incomplete messages, which are dropped.
                inputEnded = count < 0;
                if (count <= 0) {
                    releaseEmptyInput();
                    return;
                }
            }
            SSLEngineResult result = unwrap();
            if (plainIn == null) {
                // At least 1, because an engine that takes nothing must not keep the thread busy.
                holdIdle(starved ? 0 : Math.max(1, result.bytesConsumed()));
            } else if (result.getHandshakeStatus() != HandshakeStatus.NEED_WRAP) {
                forgetHeld();
            }
            inputEnded = result.getStatus() == SSLEngineResult.Status.CLOSED;
            if (result.getHandshakeStatus() == HandshakeStatus.NEED_TASK) {
                refuseRenegotiation();
            } else if (result.getHandshakeStatus() == HandshakeStatus.NEED_WRAP) {
                answerKeyUpdates();
            }
        }
    }

    /**
     * Encrypts the answers to KeyUpdates (RFC 8446 section 4.6.3). What the socket does not take now is sent with the
     * next write.
     *
     * @throws SSLException if too many of them wait
     */
    private void answerKeyUpdates() throws IOException {
        synchronized (writing) {
            while (flush() && unreported == 0 && !inputEnded && engineHasOutput()) {
                wrapSome(NOTHING.duplicate());
            }
            if (idleBytes > MOST_IDLE_UNANSWERED && !inputEnded && engineHasOutput()) {
                throw new SSLException("the client sends KeyUpdates and does not read the answers");
            }
        }
    }

    private boolean engineHasOutput() {
        return engine.getHandshakeStatus() == HandshakeStatus.NEED_WRAP;
    }

    /**
     * Refuses a renegotiation, which TLS 1.2 starts with a task after the handshake. In TLS 1.3 such tasks are allowed
     * and need little time.
     *
     * @throws SSLException if the protocol is not TLS 1.3
     */
    private void refuseRenegotiation() throws IOException {
        if (!engine.getSession().getProtocol().equals("TLSv1.3")) {
            throw new SSLException("renegotiation is not allowed");
        }
        runTasks();
    }

    private int receive() throws IOException {
        ByteBuffer buffer = roomToReceive();
        int count = socket.read(buffer);
        drained = buffer.hasRemaining();
        buffer.flip();
        starved &= count <= 0;
        if (count <= 0 && !buffer.hasRemaining()) {
            releaseEmptyInput();
        }
        return count;
    }

    /**
     * Returns the buffer to receive into. It begins small, because most requests are short. Once it is full, it grows to
     * the announced size of the record. So what a client announces does not make the server reserve a large buffer.
     *
     * @throws SSLException if it must grow and the memory is spent. No request can be answered with 503 before its
     *     record is complete.
     */
    private ByteBuffer roomToReceive() throws SSLException {
        ByteBuffer buffer = sealedIn;
        if (buffer == null) {
            buffer = pool.acquire(1);
        } else if (buffer.remaining() == buffer.capacity()) {
            if (memory.crowded()) {
                throw new SSLException(
                        "the server has no memory for a record of " + recordLength(buffer) + " bytes now");
            }
            ByteBuffer larger = pool.acquire(recordLength(buffer)).put(buffer);
            pool.release(buffer);
            buffer = larger;
        } else {
            buffer.compact();
        }
        sealedIn = buffer;
        return buffer;
    }

    /** Returns the size of the record that begins here, as far as its header has arrived; at most {@link #RECORD}. */
    private static int recordLength(ByteBuffer sealed) {
        return Math.min(RECORD, RECORD_HEADER + contentLength(sealed));
    }

    /** Returns the announced length of the record that begins here; 0 until its header has arrived. */
    private static int contentLength(ByteBuffer sealed) {
        return sealed.remaining() < RECORD_HEADER ? 0 : sealed.getShort(sealed.position() + RECORD_HEADER - 2) & 0xffff;
    }

    /**
     * Decrypts one record. Its content is never longer than the record, so a buffer of that size is enough.
     *
     * @throws SSLException also if the record is too long. The engine would wait for longer ones, which old clients of
     *     other protocols sent, but no buffer of the pool holds them, so the socket would stay ready forever.
     */
    private SSLEngineResult unwrap() throws SSLException {
        ByteBuffer sealed = sealedIn == null ? NOTHING : sealedIn;
        if (contentLength(sealed) > MOST_CONTENT) {
            throw new SSLException(
                    "a record of %d bytes; %d are the most".formatted(contentLength(sealed), MOST_CONTENT));
        }
        ByteBuffer plain = pool.acquire(recordLength(sealed));
        boolean filled = false;
        try {
            SSLEngineResult result = engine.unwrap(sealed, plain);
            // For an incomplete header the engine reports either of the two.
            starved = result.getStatus() == SSLEngineResult.Status.BUFFER_UNDERFLOW
                    || result.getStatus() == SSLEngineResult.Status.BUFFER_OVERFLOW;
            filled = plain.flip().hasRemaining();
            return result;
        } finally {
            if (filled) {
                plainIn = plain;
            } else {
                pool.release(plain);
            }
            releaseEmptyInput();
        }
    }

    @Override
    public int write(ByteBuffer source) throws IOException {
        if (clear) {
            return socket.write(source);
        }
        synchronized (writing) {
            int before = source.position();
            while (flush()) {
                source.position(source.position() + unreported);
                unreported = 0;
                if (!source.hasRemaining()) {
                    break;
                }
                unreported = wrapSome(source.duplicate());
            }
            return source.position() - before;
        }
    }

    /** Sends the waiting record. Returns whether it was sent completely. */
    private boolean flush() throws IOException {
        synchronized (writing) {
            ByteBuffer out = sealedOut;
            if (out == null) {
                return true;
            }
            while (out.hasRemaining()) {
                if (socket.write(out) == 0) {
                    return false;
                }
            }
            sealedOut = null;
            pool.release(out);
            return true;
        }
    }

    /** Encrypts one record, or produces a message of the handshake. Returns how many bytes of the source it took. */
    private int wrap(ByteBuffer source) throws IOException {
        synchronized (writing) {
            ByteBuffer out = pool.acquire(RECORD);
            boolean sealed = false;
            try {
                SSLEngineResult result = engine.wrap(source, out);
                sealed = out.flip().hasRemaining();
                if (result.getStatus() == SSLEngineResult.Status.CLOSED && !sealed) {
                    throw new ClosedChannelException();
                }
                return result.bytesConsumed();
            } finally {
                if (sealed) {
                    sealedOut = out;
                } else {
                    pool.release(out);
                }
            }
        }
    }

    /**
     * Does the same as {@link #wrap}.
     *
     * @throws SSLException if that leads to nothing: to repeat it would keep the thread busy forever. Within a
     *     renegotiation that was refused, the engine neither writes nor fails.
     */
    private int wrapSome(ByteBuffer source) throws IOException {
        int taken = wrap(source);
        if (taken == 0 && sealedOut == null) {
            throw new SSLException("TLS cannot go on");
        }
        return taken;
    }

    /** Sends the alert that explains a failed handshake, as far as the socket takes it. */
    private void sendAlert() {
        try {
            if (engineHasOutput() && flush()) {
                wrap(NOTHING.duplicate());
                flush();
            }
        } catch (IOException e) {
            Connection.LOG.trace("{} does not want to know why its handshake failed", socket, e);
        }
    }

    /** Announces the end of the output (close_notify, RFC 8446 section 6.1), as far as the socket takes it. */
    void closeOutput() {
        if (clear || !established) {
            return;
        }
        synchronized (writing) {
            engine.closeOutbound();
            try {
                if (flush() && unreported == 0 && !engine.isOutboundDone()) {
                    wrap(NOTHING.duplicate());
                    flush();
                }
            } catch (IOException e) {
                Connection.LOG.trace("{} was gone before its TLS could be closed", socket, e);
            }
        }
    }

    /** Releases all buffers. Nothing may be read or written afterwards. May be called again. */
    void release() {
        synchronized (writing) {
            release(sealedOut);
            sealedOut = null;
        }
        forgetHeld();
        release(sealedIn);
        release(plainIn);
        sealedIn = null;
        plainIn = null;
        inputEnded = true;
    }

    private void release(@Nullable ByteBuffer buffer) {
        if (buffer != null) {
            pool.release(buffer);
        }
    }

    private void releaseEmptyInput() {
        if (sealedIn != null && !sealedIn.hasRemaining()) {
            release(sealedIn);
            sealedIn = null;
        }
        if (plainIn != null && !plainIn.hasRemaining()) {
            release(plainIn);
            plainIn = null;
        }
    }

    @Override
    public boolean isOpen() {
        return socket.isOpen();
    }

    @Override
    public void close() throws IOException {
        closeOutput();
        socket.close();
    }
}
