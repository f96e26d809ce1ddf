package sprout.server;

import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/** Provides the time for the deadlines of connections. Tests use another one. Thread-safe. */
class Clock {
    static final Clock SYSTEM = new Clock();

    /** Returns the time in nanoseconds since an arbitrary moment, as {@link System#nanoTime} does. */
    long now() {
        return System.nanoTime();
    }

    /** Waits as {@link LockSupport#parkNanos(Object, long)} does. */
    void park(Object blocker, long nanos) {
        LockSupport.parkNanos(blocker, nanos);
    }

    /** Waits as {@link TimeUnit#timedWait} does. */
    void await(Object lock, long nanos) throws InterruptedException {
        TimeUnit.NANOSECONDS.timedWait(lock, nanos);
    }
}
