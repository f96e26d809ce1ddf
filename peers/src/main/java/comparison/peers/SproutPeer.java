package comparison.peers;

import java.io.IOException;
import sprout.SproutApplication;

/** Runs Sprout as applications use it: with container, router, a filter, a controller and request timings. */
final class SproutPeer implements Peer {
    private final Class<?> application;
    private final String mode;
    private final String threads;

    /**
     * Creates a peer that is not started yet.
     *
     * @param application whose controllers are served
     * @param mode nio or hybrid
     * @param threads virtual or platform
     */
    SproutPeer(Class<?> application, String mode, String threads) {
        this.application = application;
        this.mode = mode;
        this.threads = threads;
    }

    @Override
    public void start(int port) throws IOException {
        SproutApplication.of(
                        application,
                        "--server.port=" + port,
                        "--server.address=127.0.0.1",
                        "--server.execution-mode=" + mode,
                        "--server.thread-type=" + threads,
                        "--management.server.port=0")
                .start();
    }
}
