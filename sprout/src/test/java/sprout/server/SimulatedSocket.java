package sprout.server;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ProtocolFamily;
import java.net.Socket;
import java.net.SocketAddress;
import java.net.SocketOption;
import java.net.StandardSocketOptions;
import java.nio.ByteBuffer;
import java.nio.channels.CancelledKeyException;
import java.nio.channels.ClosedChannelException;
import java.nio.channels.DatagramChannel;
import java.nio.channels.Pipe;
import java.nio.channels.SelectableChannel;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.nio.channels.spi.AbstractSelectableChannel;
import java.nio.channels.spi.AbstractSelectionKey;
import java.nio.channels.spi.AbstractSelector;
import java.nio.channels.spi.SelectorProvider;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Consumer;

/**
 * The server's end of a TCP connection whose client is the test. Never blocks: what would make a real socket wait makes
 * this one return 0. Its {@link Poller} takes the place of the kernel's. For one thread.
 */
final class SimulatedSocket extends SocketChannel {
    private static final InetSocketAddress CLIENT = new InetSocketAddress(InetAddress.getLoopbackAddress(), 1);
    private static final Provider PROVIDER = new Provider();

    private final ByteArrayOutputStream received = new ByteArrayOutputStream();
    private ByteBuffer sent = ByteBuffer.allocate(0);
    private long room = Long.MAX_VALUE;
    private boolean inputEnded;
    private boolean outputEnded;
    private boolean reset;
    private boolean tookLess;
    private boolean resetsOnClose;
    private boolean failsToClose;

    SimulatedSocket() {
        super(PROVIDER);
    }

    // ---- the client

    void send(byte[] bytes) {
        ByteBuffer more = ByteBuffer.allocate(sent.remaining() + bytes.length);
        sent = more.put(sent).put(bytes).flip();
    }

    /** Ends what the client sends. */
    void sendEnd() {
        inputEnded = true;
    }

    void reset() {
        reset = true;
    }

    /** Breaks off the close before the keys are cancelled, as a lack of memory does. */
    void failToClose() {
        failsToClose = true;
    }

    /** Sets how many bytes the client's side takes from now on. */
    void room(long bytes) {
        room = bytes;
    }

    /** Lets the client's side take more bytes. */
    void moreRoom(long bytes) {
        room = room > Long.MAX_VALUE - bytes ? Long.MAX_VALUE : room + bytes;
    }

    /** Whether the client's side takes nothing now. */
    boolean full() {
        return room == 0;
    }

    boolean inputEnded() {
        return inputEnded;
    }

    /** Whether the client's side ever took less than the server offered. */
    boolean tookLess() {
        return tookLess;
    }

    boolean wasReset() {
        return reset;
    }

    /** Whether the server has reset the connection. */
    boolean wasCut() {
        return resetsOnClose && !isOpen();
    }

    /** Whether the server has ended its output, or everything. */
    boolean ended() {
        return outputEnded || !isOpen();
    }

    /** Whether the server has read everything. */
    boolean drained() {
        return !sent.hasRemaining();
    }

    byte[] received() {
        return received.toByteArray();
    }

    // ---- the server

    @Override
    public int read(ByteBuffer target) throws IOException {
        check(reset);
        int count = Math.min(sent.remaining(), target.remaining());
        target.put(target.position(), sent, sent.position(), count).position(target.position() + count);
        sent.position(sent.position() + count);
        return count == 0 && inputEnded && target.hasRemaining() ? -1 : count;
    }

    @Override
    public int write(ByteBuffer source) throws IOException {
        check(reset || outputEnded);
        int count = (int) Math.min(room, source.remaining());
        tookLess |= count < source.remaining();
        byte[] bytes = new byte[count];
        source.get(bytes);
        received.writeBytes(bytes);
        room -= room == Long.MAX_VALUE ? 0 : count;
        return count;
    }

    private void check(boolean broken) throws IOException {
        if (!isOpen()) {
            throw new ClosedChannelException();
        }
        if (broken) {
            throw new IOException("Connection reset by the simulated client");
        }
    }

    @Override
    public long read(ByteBuffer[] targets, int offset, int length) throws IOException {
        return read(targets[offset]);
    }

    @Override
    public long write(ByteBuffer[] sources, int offset, int length) throws IOException {
        long count = 0;
        for (int i = offset; i < offset + length; i++) {
            count += write(sources[i]);
        }
        return count;
    }

    @Override
    public SocketChannel shutdownInput() {
        inputEnded = true;
        return this;
    }

    @Override
    public SocketChannel shutdownOutput() throws IOException {
        check(reset);
        outputEnded = true;
        return this;
    }

    @Override
    protected void implCloseSelectableChannel() {
        outputEnded = true;
        if (failsToClose) {
            throw new OutOfMemoryError("simulated");
        }
    }

    @Override
    protected void implConfigureBlocking(boolean block) {}

    private int readyFor() {
        int ready = sent.hasRemaining() || inputEnded ? SelectionKey.OP_READ : 0;
        ready |= room > 0 ? SelectionKey.OP_WRITE : 0;
        return reset ? validOps() : ready;
    }

    @Override
    public SocketAddress getRemoteAddress() {
        return CLIENT;
    }

    @Override
    public SocketAddress getLocalAddress() {
        return CLIENT;
    }

    @Override
    public SocketChannel bind(SocketAddress local) {
        throw new UnsupportedOperationException();
    }

    @Override
    public <T> SocketChannel setOption(SocketOption<T> name, T value) throws IOException {
        check(false);
        if (name.equals(StandardSocketOptions.SO_LINGER)) {
            resetsOnClose = value.equals(0);
        }
        return this;
    }

    @Override
    public <T> T getOption(SocketOption<T> name) {
        throw new UnsupportedOperationException();
    }

    @Override
    public Set<SocketOption<?>> supportedOptions() {
        return Set.of();
    }

    @Override
    public Socket socket() {
        throw new UnsupportedOperationException();
    }

    @Override
    public boolean isConnected() {
        return true;
    }

    @Override
    public boolean isConnectionPending() {
        return false;
    }

    @Override
    public boolean connect(SocketAddress remote) {
        throw new UnsupportedOperationException();
    }

    @Override
    public boolean finishConnect() {
        return true;
    }

    /** Makes the pollers of simulated sockets, and nothing else. */
    private static final class Provider extends SelectorProvider {
        @Override
        public AbstractSelector openSelector() {
            return new Poller();
        }

        @Override
        public DatagramChannel openDatagramChannel() {
            throw new UnsupportedOperationException();
        }

        @Override
        public DatagramChannel openDatagramChannel(ProtocolFamily family) {
            throw new UnsupportedOperationException();
        }

        @Override
        public Pipe openPipe() {
            throw new UnsupportedOperationException();
        }

        @Override
        public ServerSocketChannel openServerSocketChannel() {
            throw new UnsupportedOperationException();
        }

        @Override
        public SocketChannel openSocketChannel() {
            throw new UnsupportedOperationException();
        }
    }

    /** Finds the simulated sockets that are ready, and never waits. */
    static final class Poller extends AbstractSelector {
        private final Set<SelectionKey> keys = new LinkedHashSet<>();
        private boolean woken;

        Poller() {
            super(PROVIDER);
        }

        /** Whether a turn has something to do. */
        boolean due() {
            return woken || keys.stream().anyMatch(key -> ((Key) key).ready() != 0);
        }

        @Override
        public int select(Consumer<SelectionKey> action, long timeout) {
            woken = false;
            forgetCancelled();
            List<SelectionKey> ready =
                    keys.stream().filter(key -> ((Key) key).ready() != 0).toList();
            ready.forEach(action);
            return ready.size();
        }

        @Override
        public int selectNow() {
            return select(_ -> {}, 0);
        }

        private void forgetCancelled() {
            Set<SelectionKey> cancelled = cancelledKeys();
            for (SelectionKey key : cancelled) {
                keys.remove(key);
                deregister((AbstractSelectionKey) key);
            }
            cancelled.clear();
        }

        @Override
        protected SelectionKey register(AbstractSelectableChannel channel, int operations, Object attachment) {
            Key key = new Key(this, (SimulatedSocket) channel);
            key.attach(attachment);
            key.interestOps(operations);
            keys.add(key);
            return key;
        }

        @Override
        public Selector wakeup() {
            woken = true;
            return this;
        }

        @Override
        public Set<SelectionKey> keys() {
            return keys;
        }

        @Override
        public Set<SelectionKey> selectedKeys() {
            throw new UnsupportedOperationException();
        }

        @Override
        public int select(long timeout) {
            throw new UnsupportedOperationException();
        }

        @Override
        public int select() {
            throw new UnsupportedOperationException();
        }

        @Override
        protected void implCloseSelector() {}
    }

    private static final class Key extends AbstractSelectionKey {
        private final Poller poller;
        private final SimulatedSocket socket;
        private int operations;

        private Key(Poller poller, SimulatedSocket socket) {
            this.poller = poller;
            this.socket = socket;
        }

        private int ready() {
            return isValid() ? operations & socket.readyFor() : 0;
        }

        @Override
        public SelectableChannel channel() {
            return socket;
        }

        @Override
        public Selector selector() {
            return poller;
        }

        @Override
        public int interestOps() {
            return operations;
        }

        @Override
        public SelectionKey interestOps(int ops) {
            if (!isValid()) {
                throw new CancelledKeyException();
            }
            operations = ops;
            return this;
        }

        @Override
        public int readyOps() {
            return ready();
        }
    }
}
