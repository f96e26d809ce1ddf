package sprout.http;

import java.io.IOException;
import java.nio.ByteBuffer;

/** Gives an {@link Upgrade} access to its connection. Thread-safe. */
public interface UpgradedConnection {
    /**
     * Queues bytes after all earlier ones, sends what the client accepts now, and never waits. The connection owns the
     * buffers from here on, and their content must not change.
     *
     * @throws IOException if the connection has ended or {@link #close} was called; also, after which it ends, if the
     *     client does not take an output over 32 KiB while all connections hold more than twice what they may
     */
    void write(ByteBuffer... buffers) throws IOException;

    /** The memory in bytes that holds unsent output, a little more than the output itself. */
    long queued();

    /**
     * Reports how many received bytes the protocol keeps in total, so that the server can count them. While it keeps
     * any, the connection is not idle. May be called only within a call of the {@link Upgrade}.
     *
     * @param waitsSince when the client last went on with what it has begun and not completed, in the time of
     *     {@link #now}; 0 if the protocol does not wait for that. Another client may soon get the place of a connection
     *     that waits
     * @return false if the server has no memory for that many bytes, or has far too little and output is queued; the
     *     bytes are counted anyway, and the protocol should {@link #pause}
     */
    boolean hold(long bytes, long waitsSince);

    /**
     * Waits until at most {@code most} bytes are {@link #queued}, or none while all connections hold more than twice the
     * memory that they may. Must not be called on an event loop.
     *
     * @throws IOException if the connection ends first. It also ends if the client accepts less than 64 KiB in the
     *     write time-out, or nothing for a second, or at once, while many threads of the pool wait for their clients
     * @throws InterruptedException if the thread was interrupted
     */
    void awaitQueued(long most) throws IOException, InterruptedException;

    /** Stops reading, so that TCP slows the client down. May be called only within a call of the {@link Upgrade}. */
    void pause();

    /** Resumes reading, starting with the bytes that remained in the buffer; does nothing unless paused. */
    void resume();

    /**
     * Ends the connection once all queued bytes have been sent: shuts down output, then waits a short time for the
     * client to close, so that nothing is lost.
     */
    void close();

    /** Ends the connection immediately; queued bytes are lost. */
    void abort();

    /** The time of {@link Upgrade#tick}. */
    long now();

    /**
     * Runs a task on a worker of the server.
     *
     * @throws java.util.concurrent.RejectedExecutionException if the server has stopped
     */
    void execute(Runnable task);
}
