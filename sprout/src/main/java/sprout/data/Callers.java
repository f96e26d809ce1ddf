package sprout.data;

import java.sql.SQLException;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/**
 * The threads that take a connection from the pool. They can be sent away, because the pool lets them wait until its
 * connection time-out. Thread-safe.
 */
final class Callers {
    private final Set<Caller> all = ConcurrentHashMap.newKeySet();

    /** Begins a call of this thread. */
    Caller enter() {
        Caller caller = new Caller();
        all.add(caller);
        return caller;
    }

    /** Interrupts all threads whose calls have begun and not ended. */
    void sendAway(SQLException reason) {
        all.forEach(caller -> caller.sendAway(reason));
    }

    /** A call by one thread. An interrupt by somebody else, while it is sent away, is lost. */
    final class Caller implements AutoCloseable {
        private final Thread thread = Thread.currentThread();
        private boolean ended;
        private @Nullable SQLException reason;

        private synchronized void sendAway(SQLException why) {
            if (!ended) {
                reason = why;
                thread.interrupt();
            }
        }

        /** Why the thread was sent away; null if it was not. */
        @Nullable
        synchronized SQLException reason() {
            return reason;
        }

        /** Ends the call, and the interrupt that was meant for it. */
        @Override
        public void close() {
            all.remove(this);
            synchronized (this) {
                ended = true;
                if (reason != null) {
                    Thread.interrupted();
                }
            }
        }
    }
}
