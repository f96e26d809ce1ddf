package comparison.contract;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;

/**
 * Forwards a port of the loopback interface to another one, so that a test can make a database appear and disappear. It
 * keeps its port bound all the time, because any outgoing connection could take a free port before it is needed.
 */
public final class Forwarder implements AutoCloseable {

    private final ServerSocket listener;
    private final int destination;
    private volatile boolean open;

    /** Takes a free port. Its connections are reset until {@link #open}. */
    public Forwarder(int destination) throws IOException {
        this.listener = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
        this.destination = destination;
        Thread.startVirtualThread(this::acceptUntilClosed);
    }

    /** The port on which clients reach the destination. */
    public int port() {
        return listener.getLocalPort();
    }

    /** Forwards connections from now on. */
    public void open() {
        open = true;
    }

    /**
     * Resets new connections from now on. Connections that are already forwarded stay open until one side closes them.
     */
    public void shut() {
        open = false;
    }

    private void acceptUntilClosed() {
        try {
            while (true) {
                take(listener.accept());
            }
        } catch (IOException closed) {
            // The listener was closed by close().
        }
    }

    private void take(Socket near) {
        try {
            if (open) {
                forward(near);
            } else {
                near.setSoLinger(true, 0);
                near.close();
            }
        } catch (IOException lost) {
            // This ends one connection only; its client notices.
        }
    }

    private void forward(Socket near) throws IOException {
        try {
            Socket far = new Socket(InetAddress.getLoopbackAddress(), destination);
            Thread.startVirtualThread(() -> pump(near, far));
            Thread.startVirtualThread(() -> pump(far, near));
        } catch (IOException unreachable) {
            near.close();
            throw unreachable;
        }
    }

    private static void pump(Socket from, Socket to) {
        try (from;
                to;
                InputStream in = from.getInputStream();
                OutputStream out = to.getOutputStream()) {
            in.transferTo(out);
        } catch (IOException peerGone) {
            // Either side may end the connection; both are then closed.
        }
    }

    /** Releases the port. Forwarded connections stay open until one side closes them. */
    @Override
    public void close() {
        try {
            listener.close();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
