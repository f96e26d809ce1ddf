package comparison.peers.dispatched;

/** Names the package whose components are started. */
public final class Application {
    private Application() {}
}
