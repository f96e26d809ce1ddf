package comparison.contract;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;

/** Forwards a loopback port to another one, so that a test can make a database appear. */
public final class Forwarder implements AutoCloseable {

    private final ServerSocket listener;
    private final int destination;

    /** Listens on {@code port} and forwards connections to {@code destination}. */
    public Forwarder(int port, int destination) throws IOException {
        this.listener = new ServerSocket(port, 50, InetAddress.getLoopbackAddress());
        this.destination = destination;
        Thread.startVirtualThread(this::acceptUntilClosed);
    }

    private void acceptUntilClosed() {
        while (!listener.isClosed()) {
            try {
                connect(listener.accept());
            } catch (IOException e) {
                close();
            }
        }
    }

    private void connect(Socket near) throws IOException {
        Socket far = new Socket(InetAddress.getLoopbackAddress(), destination);
        Thread.startVirtualThread(() -> pump(near, far));
        Thread.startVirtualThread(() -> pump(far, near));
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

    /** Stops accepting connections. Open connections stay until one side closes them. */
    @Override
    public void close() {
        try {
            listener.close();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
