package sprout.server;

import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Comparator;
import java.util.List;
import java.util.function.ToLongFunction;
import org.jspecify.annotations.Nullable;

/**
 * Makes room for a new connection when the limit is reached, or descriptors have run out: ends the connection that has
 * been idle longest. If none is idle, ends the one that has waited longest for its client to go on, so that clients that
 * stop in the middle of a request or response cannot take all places. Never ends one that waits for a handler.
 * Thread-safe.
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

    /** @param since when the wait began, which is also the mark of the tally while the wait lasts */
    private record Candidate(Tally tally, long since) {
        boolean waits() {
            return tally.mark() == since;
        }

        boolean evict() {
            return waits() && tally.evict();
        }
    }

    /**
     * Tells a connection to end soon. Does nothing if no connection has waited long enough, or while the previous one is
     * about to end, which takes time on a busy machine.
     *
     * @param now in the time of {@link Clock#now}
     */
    synchronized void evict(long now) {
        if (leaving != null && leaving.waits() && now - told < PATIENCE) {
            return;
        }
        if (evictRemembered(now)) {
            return;
        }
        search(now, Tally::restsSince, SHORTEST_REST);
        if (!evictRemembered(now)) {
            search(now, Tally::stallsSince, Tally.SHORTEST_STALL);
            evictRemembered(now);
            candidates.clear(); // by the next time, others may be idle
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

    private void search(long now, ToLongFunction<Tally> since, long atLeast) {
        List<Tally> open = counters.open();
        open.stream()
                .map(tally -> new Candidate(tally, since.applyAsLong(tally)))
                .filter(candidate -> candidate.since != Tally.BUSY && now - candidate.since >= atLeast)
                .sorted(Comparator.comparingLong(candidate -> candidate.since - now))
                .limit(REMEMBERED)
                .forEach(candidates::add);
    }
}
