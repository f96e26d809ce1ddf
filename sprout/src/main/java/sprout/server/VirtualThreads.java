package sprout.server;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.SocketTimeoutException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import org.jspecify.annotations.Nullable;

/** What the JDK needs before virtual threads can wait for sockets. */
final class VirtualThreads {
    private VirtualThreads() {}

    /**
     * Has the JDK open the file descriptors with which it waits for the sockets of virtual threads. It opens them when the first
     * of these threads has to wait. If the process has no descriptor left at that moment, the class {@code sun.nio.ch.Poller}
     * fails to initialize, and no virtual thread of the JVM can wait for a socket again: every connection ends unanswered.
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

    /** Waits 1 ms for a connection that never comes: the shortest wait there is. */
    private static @Nullable Void awaitConnection() throws IOException {
        try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            socket.setSoTimeout(1);
            socket.accept().close();
            return null;
        } catch (SocketTimeoutException e) {
            return null; // it has waited, which was the point
        }
    }
}
