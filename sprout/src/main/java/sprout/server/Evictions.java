package sprout.server;

import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Comparator;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Makes room for a new connection when the limit is reached, or descriptors have run out: ends the connection that has
 * been idle longest. Never ends one that has begun a request. Thread-safe.
 */
final class Evictions {
    /**
     * Connections that have been idle for less are spared: their client is probably about to send a request, which
     * would collide with the close. The new connection waits instead.
     */
    private static final long SHORTEST_REST = Duration.ofMillis(250).toNanos();

    /**
     * How long to wait for a connection that was told to end, if it neither ends nor begins a request, before another
     * one is told.
     */
    private static final long PATIENCE = Duration.ofSeconds(1).toNanos();

    /** Candidates that one search remembers, so that not every new connection needs a search. */
    private static final int REMEMBERED = 64;

    private final Counters counters;
    /**
     * The longest idle first. Candidates that have not been busy since the search have been idle longer than all other
     * connections.
     */
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
     * Tells the connection that has been idle longest to end soon. Does nothing if no connection has been idle long
     * enough, or while the previous one is about to end, which takes time on a busy machine.
     *
     * @param now in the time of {@link Clock#now}
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

    /** Counts the connections that were told to end so far. */
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
