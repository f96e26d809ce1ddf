package sprout.server;

import java.time.Duration;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/** One thread that looks at all blocking connections every now and then and ends those that wait too long. Thread-safe. */
final class Deadlines implements Runnable {
    private static final long STOP_TICK_MILLIS = 10;

    private final Set<BlockingConnection> connections = ConcurrentHashMap.newKeySet();
    private final long tickMillis;
    private final Thread thread;

    Deadlines(ServerOptions options, String name) {
        tickMillis = EventLoop.tickMillis(options);
        thread = Thread.ofPlatform().name(name).daemon().unstarted(this);
    }

    void start() {
        thread.start();
    }

    void watch(BlockingConnection connection) {
        connections.add(connection);
    }

    void forget(BlockingConnection connection) {
        connections.remove(connection);
    }

    /**
     * Waits until the last connection has ended, having them looked at all the while, and ends by force what is left then.
     *
     * @return whether nothing was left
     */
    boolean stop(Duration atMost) throws InterruptedException {
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
        long now = System.nanoTime();
        connections.forEach(connection -> connection.check(now));
    }

    @Override
    public void run() {
        try {
            while (true) {
                Thread.sleep(tickMillis);
                check();
            }
        } catch (InterruptedException e) {
            Connection.LOG.trace("deadlines are not watched any more", e);
        }
    }
}
