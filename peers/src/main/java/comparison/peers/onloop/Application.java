package comparison.peers.onloop;

/** Names the package whose components are started. */
public final class Application {
    private Application() {}
}
