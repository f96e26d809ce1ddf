package sprout.server;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.StandardSocketOptions;
import java.nio.channels.ByteChannel;
import java.nio.channels.SocketChannel;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * Holds the socket of one client and its TLS. It passes from protocol to protocol; the owner of the connection owns it
 * too.
 */
final class Wire {
    /** How often a connection that waits for something other than its client is checked for a reset. */
    static final long RESET_CHECK = Duration.ofSeconds(1).toNanos();

    final ServerContext context;
    final SocketChannel socket;
    /** Null for clear text. */
    final @Nullable TlsChannel tls;
    /** Where bytes are read and written: the socket, or its TLS. */
    final ByteChannel bytes;

    final InetSocketAddress client;
    final ByteBudget.Account memory;
    final Tally tally;
    private boolean endsBody;
    private long resetChecked;

    Wire(ServerContext context, SocketChannel socket) throws IOException {
        this.context = context;
        this.socket = socket;
        this.client = (InetSocketAddress) socket.getRemoteAddress();
        this.memory = context.budget.account(BodyThreads.client(client.getAddress()));
        this.tls = context.tls(socket, memory);
        this.bytes = tls == null ? socket : tls;
        this.tally = context.counters.of(socket);
        this.resetChecked = context.clock.now();
        tally.rest(resetChecked);
    }

    /** Reports whether a read may return bytes although the socket is not ready. */
    boolean pending() {
        return tls != null && tls.pending();
    }

    /** Reports whether a part of a TLS record has arrived, which may hold the beginning of a request. */
    boolean partial() {
        return tls != null && tls.partial();
    }

    /**
     * Reports whether the client has reset the connection while nothing is read. Checks at most once per
     * {@link #RESET_CHECK}.
     *
     * @param now in the time of {@link Clock#now}
     */
    boolean reset(long now) {
        if (now - resetChecked < RESET_CHECK) {
            return false;
        }
        resetChecked = now;
        return context.resets.found(socket);
    }

    /**
     * Runs the expensive tasks of a handshake, which may have waited for their turn. Returns false without doing so if
     * the client has left, or the handshake took too long: the time would be lost for others.
     *
     * @param deadline of the handshake, in the time of {@link Clock#now}
     */
    boolean runHandshakeTasks(TlsChannel secured, long deadline) {
        long now = context.clock.now();
        boolean wanted = now - deadline < 0 && !reset(now);
        if (wanted) {
            secured.runTasks();
        }
        return wanted;
    }

    /**
     * Lets the end of the output mean the end of a body, as for HTTP/1.0. An orderly end of the socket or of TLS would
     * make half a body look complete (RFC 9112 section 8), so until {@link #shutdownOutput} every close is a reset, also
     * that of a process that dies.
     */
    void endBody() {
        endsBody = true;
        resetOnClose(0);
    }

    /** @param linger 0 for a reset, -1 for an orderly end */
    private void resetOnClose(int linger) {
        try {
            socket.setOption(StandardSocketOptions.SO_LINGER, linger);
        } catch (IOException e) {
            Connection.LOG.trace("{} was gone before its end was chosen", this, e);
        }
    }

    /** Tells the client that no more output follows. */
    void shutdownOutput() throws IOException {
        if (endsBody) {
            endsBody = false;
            resetOnClose(-1);
        }
        if (tls != null) {
            tls.closeOutput();
        }
        socket.shutdownOutput();
    }

    /**
     * Releases everything and closes the socket, even if part of that fails. The socket is closed last, because a
     * stopping server waits only for open sockets. May be called again.
     *
     * @param release releases what the protocol holds
     */
    void close(Runnable release) {
        try {
            if (tls != null && socket.isOpen() && !endsBody) {
                tls.closeOutput();
            }
        } finally {
            try {
                release.run();
            } finally {
                end();
            }
        }
    }

    private void end() {
        try {
            if (tls != null) {
                tls.release();
            }
        } finally {
            context.close(socket);
        }
    }

    /** Names the client, for the log. */
    @Override
    public String toString() {
        return "the connection of " + client;
    }
}
