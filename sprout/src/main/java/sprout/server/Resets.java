package sprout.server;

import java.io.IOException;
import java.nio.channels.ClosedChannelException;
import java.nio.channels.ClosedSelectorException;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.nio.channels.SocketChannel;
import org.jspecify.annotations.Nullable;

/**
 * Finds connections that their clients have reset, without reading. A read would not see the reset before it has taken
 * all bytes that arrived earlier, and for these there may be no memory. Thread-safe.
 */
final class Resets implements AutoCloseable {
    /** Opened when it is first needed. */
    private @Nullable Selector selector;

    /**
     * Reports whether the client has reset the connection, or this server has closed it. Returns false if that cannot
     * be determined. No other thread may read or write meanwhile.
     */
    synchronized boolean found(SocketChannel channel) {
        try {
            if (selector == null) {
                selector = channel.provider().openSelector();
            }
            return found(channel, selector);
        } catch (ClosedChannelException e) {
            return true;
        } catch (IOException | ClosedSelectorException e) {
            Connection.LOG.trace("cannot find out whether {} was reset", channel, e);
            return false;
        }
    }

    /** A connected socket is never ready to connect, but an error makes it ready for whatever it was registered for. */
    private static boolean found(SocketChannel channel, Selector selector) throws IOException {
        boolean blocking = channel.isBlocking();
        channel.configureBlocking(false);
        SelectionKey key = channel.register(selector, SelectionKey.OP_CONNECT);
        try {
            return selector.selectNow() > 0;
        } finally {
            key.cancel();
            selector.selectNow(); // forgets the key
            if (blocking) {
                channel.configureBlocking(true);
            }
        }
    }

    @Override
    public synchronized void close() {
        if (selector != null) {
            try {
                selector.close();
            } catch (IOException e) {
                Connection.LOG.trace("a selector did not close in good order", e);
            }
        }
    }
}
