package comparison.peers;

/** A server that answers {@code /benchmark/hello} and {@code /benchmark/json} until its process ends. */
@FunctionalInterface
interface Peer {
    /**
     * Starts the server on the loopback interface. It accepts connections when this method returns.
     *
     * @param port a free one
     */
    void start(int port) throws Exception;
}
