package comparison.peers;

/** A server that answers {@code /benchmark/hello} and {@code /benchmark/json} until its process ends. */
@FunctionalInterface
interface Peer {
    /**
     * Starts it on the loopback interface; it takes connections when this returns.
     *
     * @param port a free one
     */
    void start(int port) throws Exception;
}
