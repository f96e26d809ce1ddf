package sprout.server;

import java.time.Duration;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Runs one thread that regularly checks the deadlines of all blocking connections, and ends those that wait too long.
 * Thread-safe.
 */
final class Deadlines implements Runnable {
    private static final long STOP_TICK_MILLIS = 10;

    private final Set<BlockingConnection> connections = ConcurrentHashMap.newKeySet();
    private final Clock clock;
    private final long tickMillis;
    private final Thread thread;
    private volatile boolean stopping;

    Deadlines(ServerOptions options, Clock clock, String name) {
        this.clock = clock;
        tickMillis = EventLoop.tickMillis(options);
        thread = Thread.ofPlatform().name(name).daemon().unstarted(this);
    }

    void start() {
        thread.start();
    }

    boolean alive() {
        return thread.isAlive();
    }

    void watch(BlockingConnection connection) {
        connections.add(connection);
    }

    void forget(BlockingConnection connection) {
        connections.remove(connection);
    }

    /**
     * Checks the connections until the last one has ended. After {@code atMost}, closes the rest by force.
     *
     * @return whether no connection had to be closed by force
     */
    boolean stop(Duration atMost) throws InterruptedException {
        stopping = true;
        thread.interrupt();
        long deadline = System.nanoTime() + atMost.toNanos();
        check();
        while (!connections.isEmpty() && System.nanoTime() - deadline < 0) {
            Thread.sleep(STOP_TICK_MILLIS);
            check();
        }
        boolean graceful = connections.isEmpty();
        connections.forEach(BlockingConnection::abort);
        return graceful;
    }

    private void check() {
        long now = clock.now();
        for (BlockingConnection connection : connections) {
            try {
                connection.check(now);
            } catch (Throwable e) {
                connection.abort();
                Faults.report(connection, e);
            }
        }
    }

    @Override
    public void run() {
        while (!stopping) {
            try {
                Thread.sleep(tickMillis);
                check();
            } catch (Throwable e) {
                Faults.report(thread, e);
            }
        }
    }
}
