package comparison.harness.load;

/**
 * Address of the server that a client loads.
 *
 * @param host as the client names it
 * @param port of the API
 */
public record Target(String host, int port) {}
