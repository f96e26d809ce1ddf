package sprout.server;

/** Something whose socket is registered with an {@link EventLoop}, as the attachment of its key. Called on the loop only. */
interface LoopMember {
    /** The socket can be read or written, as its key says. */
    void ready();

    /** The output can be sent that was announced by {@link EventLoop#sendSoon}. */
    default void send() {}

    /** Called every now and then, for deadlines and for the stop of the server. */
    void sweep(long now);

    /** The time for a graceful stop is over: ends at once. */
    void abortNow();
}
