package sprout.server;

import java.io.IOException;

/**
 * Something whose socket is registered with an {@link EventLoop}, as the attachment of its key. Called on the loop only. What a call
 * throws ends this member, and nothing else.
 */
interface LoopMember {
    /** The socket can be read or written, as its key says. */
    void ready() throws IOException;

    /** The output can be sent that was announced by {@link EventLoop#sendSoon}. */
    default void send() throws IOException {}

    /** Called every now and then, for deadlines and for the stop of the server. */
    void sweep(long now) throws IOException;

    /** Ends at once: the time for a graceful stop is over, or a call has failed. */
    void abortNow();
}
