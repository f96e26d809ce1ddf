package sprout.server;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.SocketTimeoutException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import org.jspecify.annotations.Nullable;

/** Prepares the JDK so that virtual threads can wait for sockets. */
final class VirtualThreads {
    private VirtualThreads() {}

    /**
     * Makes the JDK open the file descriptors with which it waits for the sockets of virtual threads. Otherwise it
     * opens them when the first of these threads has to wait. If the process has no descriptor left at that moment, the
     * class {@code sun.nio.ch.Poller} fails to initialize. Then no virtual thread of the JVM can wait for a socket
     * again, and every connection ends unanswered.
     *
     * @throws IOException if they cannot be opened
     */
    static void openPoller() throws IOException {
        FutureTask<@Nullable Void> wait = new FutureTask<>(VirtualThreads::awaitConnection);
        Thread.ofVirtual().name("http-poller").start(wait);
        try {
            wait.get();
        } catch (ExecutionException e) {
            throw new IOException("virtual threads cannot wait for sockets: " + e.getCause(), e.getCause());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IOException("interrupted while the server started", e);
        }
    }

    /** Waits for a connection that never comes, for 1 ms, the shortest time-out of a socket. */
    private static @Nullable Void awaitConnection() throws IOException {
        try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            socket.setSoTimeout(1);
            socket.accept().close();
            return null;
        } catch (SocketTimeoutException e) {
            return null; // the wait itself was the purpose
        }
    }
}
