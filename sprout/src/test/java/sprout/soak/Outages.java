package sprout.soak;

import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;

/** The declared windows in which requests may fail, in the time of {@link System#nanoTime}. Thread-safe. */
final class Outages {
    /** After the cause is gone: for crash recovery, new connections, and requests that waited. */
    private static final long SETTLE_SECONDS = 4;

    private final List<Outage> all = new CopyOnWriteArrayList<>();

    /** @param what its cause */
    record Outage(String what, long from, long to) {}

    /** What causes an outage. */
    @FunctionalInterface
    interface Cause {
        void happen() throws Exception;
    }

    /** Lets something happen, and waits for a few seconds more. Both belong to the window. */
    void during(String what, Cause cause) throws Exception {
        long from = System.nanoTime();
        cause.happen();
        TimeUnit.SECONDS.sleep(SETTLE_SECONDS);
        all.add(new Outage(what, from, System.nanoTime()));
    }

    /** Returns whether a time span touches a window that has ended. */
    boolean touches(long from, long to) {
        return all.stream().anyMatch(outage -> from <= outage.to() && to >= outage.from());
    }

    List<Outage> all() {
        return List.copyOf(all);
    }
}
