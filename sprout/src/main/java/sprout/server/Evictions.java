package sprout.server;

import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Comparator;
import java.util.List;

/**
 * Makes room for new connections when all places are taken: ends the connection that has rested the longest. One that has begun a
 * request is never ended. Thread-safe.
 */
final class Evictions {
    /** A client that pauses for less is about to ask again; then a new one waits rather than that its request meets a close. */
    private static final long SHORTEST_REST = Duration.ofMillis(250).toNanos();

    /** What one search remembers, so that not every new client costs one. */
    private static final int REMEMBERED = 64;

    private final Counters counters;
    /** The longest at rest first. Those that rest still, since the same time, have rested longer than all others. */
    private final ArrayDeque<Candidate> candidates = new ArrayDeque<>(REMEMBERED);

    private long done;

    Evictions(Counters counters) {
        this.counters = counters;
    }

    private record Candidate(Tally tally, long since) {
        boolean evict() {
            return tally.restsSince() == since && tally.evict();
        }
    }

    /** Has the connection ended that has rested the longest, soon; returns false if none has rested for a while. */
    synchronized boolean evict(long now) {
        if (evictRemembered()) {
            return true;
        }
        search(now);
        return evictRemembered();
    }

    /** How many were ended so far. */
    synchronized long done() {
        return done;
    }

    private boolean evictRemembered() {
        while (!candidates.isEmpty()) {
            if (candidates.remove().evict()) {
                done++;
                return true;
            }
        }
        return false;
    }

    private void search(long now) {
        List<Tally> open = counters.open();
        open.stream()
                .map(tally -> new Candidate(tally, tally.restsSince()))
                .filter(candidate -> candidate.since != Tally.BUSY && now - candidate.since >= SHORTEST_REST)
                .sorted(Comparator.comparingLong(candidate -> candidate.since - now))
                .limit(REMEMBERED)
                .forEach(candidates::add);
    }
}
