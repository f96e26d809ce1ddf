package sprout.mvc;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.LongAccumulator;
import java.util.concurrent.atomic.LongAdder;
import org.jspecify.annotations.Nullable;

/**
 * Counts and times the requests of one route by method and status. Thread-safe. Recording takes no lock: at most one
 * lookup and three additions. It is therefore always on; metrics are read from outside.
 */
public final class RequestTimings {
    private final Map<Key, Timing> timings = new ConcurrentHashMap<>(4);
    private volatile Last last = new Last("", 0, new Timing());

    void record(String method, int status, long nanos) {
        Last recent = last;
        if (recent.status != status || !recent.method.equals(method)) {
            Key key = new Key(Methods.isStandard(method) ? method : Methods.UNKNOWN, status);
            Timing timing = timings.computeIfAbsent(key, absent -> new Timing());
            recent = new Last(method, status, timing);
            last = recent;
        }
        recent.timing.add(nanos);
    }

    /** Lists the timings of every method and status so far. */
    public List<Entry> entries() {
        List<Entry> entries = new ArrayList<>();
        timings.forEach((key, timing) -> entries.add(new Entry(key.method, key.status, timing)));
        return entries;
    }

    /**
     * Implements {@code equals} and {@code hashCode} itself: the JVM links those of a record at their first call, which
     * would slow the first request.
     */
    private record Key(String method, int status) {
        @Override
        public boolean equals(@Nullable Object other) {
            return other instanceof Key key && key.status == status && key.method.equals(method);
        }

        @Override
        public int hashCode() {
            return 31 * method.hashCode() + status;
        }
    }

    /**
     * Caches the timing of the latest request. Most requests of a route have the same method and status, and need no
     * lookup.
     */
    private record Last(String method, int status, Timing timing) {}

    /** Pairs a timing with its method and status. Non-standard methods are counted as {@code UNKNOWN}. */
    public record Entry(String method, int status, Timing timing) {}

    /** Counts durations and keeps their sum and maximum. Thread-safe. */
    public static final class Timing {
        private final LongAdder count = new LongAdder();
        private final LongAdder total = new LongAdder();
        private final LongAccumulator max = new LongAccumulator(Math::max, 0);

        private void add(long nanos) {
            count.increment();
            total.add(nanos);
            max.accumulate(nanos);
        }

        public long count() {
            return count.sum();
        }

        /** The sum of all durations, in nanoseconds. */
        public long totalNanos() {
            return total.sum();
        }

        /** The longest duration since the last call of this method, in nanoseconds; it is reset to 0. */
        public long takeMaxNanos() {
            return max.getThenReset();
        }
    }
}
