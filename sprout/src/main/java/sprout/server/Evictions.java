package sprout.server;

import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Comparator;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Makes room for new connections when all places are taken: ends the connection that has rested the longest. One that has begun a
 * request is never ended. Thread-safe.
 */
final class Evictions {
    /** A client that pauses for less is about to ask again; then a new one waits rather than that its request meets a close. */
    private static final long SHORTEST_REST = Duration.ofMillis(250).toNanos();

    /** How long one that was told to end is waited for before another one is, though it neither ends nor begins a request. */
    private static final long PATIENCE = Duration.ofSeconds(1).toNanos();

    /** What one search remembers, so that not every new client costs one. */
    private static final int REMEMBERED = 64;

    private final Counters counters;
    /** The longest at rest first. Those that rest still, since the same time, have rested longer than all others. */
    private final ArrayDeque<Candidate> candidates = new ArrayDeque<>(REMEMBERED);

    private @Nullable Candidate leaving;
    private long told;
    private long done;

    Evictions(Counters counters) {
        this.counters = counters;
    }

    private record Candidate(Tally tally, long since) {
        boolean rests() {
            return tally.restsSince() == since;
        }

        boolean evict() {
            return rests() && tally.evict();
        }
    }

    /**
     * Has the connection ended that has rested the longest, soon; does nothing if none has rested for a while, or while the one before is
     * about to end, which on a busy machine takes its time.
     */
    synchronized void evict(long now) {
        if (leaving != null && leaving.rests() && now - told < PATIENCE) {
            return;
        }
        if (!evictRemembered(now)) {
            search(now);
            evictRemembered(now);
        }
    }

    /** How many were ended so far. */
    synchronized long done() {
        return done;
    }

    private boolean evictRemembered(long now) {
        leaving = null;
        while (leaving == null && !candidates.isEmpty()) {
            Candidate next = candidates.remove();
            if (next.evict()) {
                leaving = next;
                told = now;
                done++;
            }
        }
        return leaving != null;
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
