package sprout.http;

import java.io.IOException;
import java.nio.ByteBuffer;

/** What a server lends to an {@link Upgrade}: a connection without any protocol. Thread-safe. */
public interface UpgradedConnection {
    /**
     * Queues bytes behind all earlier ones, sends what the client takes now, and never waits. The buffers belong to the connection
     * from here on, and their content must not change.
     *
     * @throws IOException if the connection has ended or {@link #close} was called
     */
    void write(ByteBuffer... buffers) throws IOException;

    /** Bytes of memory that hold what the client has not taken yet, a little more than what is sent. */
    long queued();

    /**
     * Says how many bytes the protocol keeps now of what it has received, so that the server counts them. Only within a call of the
     * {@link Upgrade}.
     *
     * @return false if there is no room for so many; what was said last is then still counted, and the protocol should {@link #pause}
     */
    boolean hold(long bytes);

    /**
     * Waits until no more than so many bytes are {@link #queued}. Must not be called on an event loop.
     *
     * @throws IOException if the connection ends first, which it also does when the client takes nothing for the write time-out
     * @throws InterruptedException if the thread was interrupted
     */
    void awaitQueued(long most) throws IOException, InterruptedException;

    /** Reads no more, so that the client feels that it is too fast. Only within a call of the {@link Upgrade}. */
    void pause();

    /** Reads again, beginning with what was left in the buffer; does nothing unless paused. */
    void resume();

    /** Ends the connection once everything queued was sent: tells the client, and waits shortly for its end so that nothing is lost. */
    void close();

    /** Ends the connection at once. */
    void abort();

    /**
     * Has a worker of the server run this.
     *
     * @throws java.util.concurrent.RejectedExecutionException if the server has stopped
     */
    void execute(Runnable task);
}
