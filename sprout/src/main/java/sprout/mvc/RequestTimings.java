package sprout.mvc;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.LongAccumulator;
import java.util.concurrent.atomic.LongAdder;
import org.jspecify.annotations.Nullable;

/**
 * Counts the requests of one route by method and status. A recording is one look-up and three additions without a lock, so it
 * can stay on always; whoever publishes metrics reads it from outside.
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

    /** Every method and status met so far. */
    public List<Entry> entries() {
        List<Entry> entries = new ArrayList<>();
        timings.forEach((key, timing) -> entries.add(new Entry(key.method, key.status, timing)));
        return entries;
    }

    /** Compares by hand, because the methods of a record are put together when they are first called, in the first request. */
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

    /** What the latest request used: most requests of a route end like the one before, and then need no look-up. */
    private record Last(String method, int status, Timing timing) {}

    /** The timing of a method and status. */
    public record Entry(String method, int status, Timing timing) {}

    /** Count, sum and greatest value of durations; safe for any thread. */
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

        /** The sum of all durations in nanoseconds. */
        public long totalNanos() {
            return total.sum();
        }

        /** The longest duration since the last call, in nanoseconds. */
        public long takeMaxNanos() {
            return max.getThenReset();
        }
    }
}
