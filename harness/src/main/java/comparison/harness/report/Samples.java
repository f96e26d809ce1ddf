package comparison.harness.report;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.zip.GZIPInputStream;
import org.HdrHistogram.Histogram;
import org.jspecify.annotations.Nullable;

/**
 * Aggregates the samples of one load in bounded memory: counts and histograms. Not thread-safe.
 */
final class Samples {

    private static final int DIGITS = 3;
    private static final int GZIP_BUFFER = 1 << 16;

    /** Longest plausible response time, ms. A longer one means that the clock was set. */
    private static final long DAY = 86_400_000;

    /** Rows are in the order in which requests ended, except that client threads may write up to this many ms apart. */
    private static final long DISORDER = 2_000;

    private static final double MILLIS = 1000;
    /** How far the clock may drift from a monotonic one, in s. */
    private static final double DRIFT = 0.2;

    /** The samples of one kind of request. */
    static final class Operation {
        private final String name;
        private final byte[] bytes;
        private final int perMilli;
        private final Histogram times = new Histogram(DIGITS);
        private long first = Long.MAX_VALUE;
        private long last = Long.MIN_VALUE;
        /** The same of the current window. */
        private long from = Long.MAX_VALUE;

        private long to = Long.MIN_VALUE;
        /** Duration of all windows before, in ms. */
        private long span;

        private long busy;

        /** Creates an operation without samples; {@code perMilli} as in {@link Jtl#perMilli}. */
        Operation(String name, int perMilli) {
            this.name = name;
            this.bytes = name.getBytes(StandardCharsets.UTF_8);
            this.perMilli = perMilli;
        }

        private void add(long start, long end, long time) {
            times.recordValue(time);
            from = Math.min(from, start);
            to = Math.max(to, end);
            busy += time;
        }

        /** Adds the response times of another operation of the same unit: percentiles cannot be added. */
        Operation add(Operation other) {
            times.add(other.times);
            busy += other.busy;
            return this;
        }

        /** Includes the time of another operation in the current window. */
        private void cover(Operation other) {
            from = Math.min(from, other.from);
            to = Math.max(to, other.to);
        }

        private void endWindow() {
            if (from <= to) {
                first = Math.min(first, from);
                last = to;
                span += to - from;
            }
            from = Long.MAX_VALUE;
            to = Long.MIN_VALUE;
        }

        String name() {
            return name;
        }

        /** Response times in ms, or in µs if the client has them. */
        Histogram times() {
            return times;
        }

        int perMilli() {
            return perMilli;
        }

        Percentiles percentiles() {
            return Percentiles.of(times, perMilli);
        }

        /**
         * Computes count / (last end - first start), in 1/s, as JMeter's summary does. Of several windows, the time
         * between them does not count. The duration is at least 1 ms.
         */
        double perSecond() {
            return times.getTotalCount() * 1000.0 / Math.max(1, span);
        }

        /**
         * Computes the mean number of requests in flight by Little's law (Little, "A Proof for the Queuing Formula L =
         * λW", 1961). A closed loop of n threads can't exceed n; the rest is time that the client spends on itself.
         */
        double inFlight() {
            return busyMillis() / Math.max(1, span);
        }

        /**
         * Tells whether more requests were in flight than this number of threads can have. Times are whole
         * milliseconds: the rounding error of a sum of n of them has a standard deviation of 0.41 sqrt(n) ms, and
         * practically never reaches five times that.
         */
        boolean exceeds(int threads) {
            double chance = 2 * Math.sqrt((double) times.getTotalCount());
            return busyMillis() - threads * (span + 1) > chance;
        }

        private double busyMillis() {
            return (double) busy / perMilli;
        }

        long firstMillis() {
            return first;
        }

        long lastMillis() {
            return last;
        }
    }

    private final List<Operation> operations = new ArrayList<>();
    private final Operation total;
    private long count;
    private long errors;
    private long backwards;
    private @Nullable String firstFailure;
    private long lastEnd;

    /** Takes each sample whose times can be trusted. */
    @FunctionalInterface
    interface Each {
        /** Takes a row of a sample; its values change with the next row. */
        void add(Jtl row);
    }

    private final Each each;

    private Samples(Each each, int perMilli) {
        this.each = each;
        this.total = new Operation("Total", perMilli);
    }

    /**
     * Reads gzip-compressed samples of one load.
     *
     * @param windows its files, in order
     * @throws IOException if they are truncated or not compressed
     * @throws IllegalArgumentException if they are damaged, or there are none
     */
    static Samples read(List<Path> windows) throws IOException {
        return read(windows, _ -> {});
    }

    /** Reads like {@link #read(List)} and passes the samples on. */
    static Samples read(List<Path> windows, Each each) throws IOException {
        Samples samples = null;
        for (Path window : windows) {
            try (InputStream compressed = Files.newInputStream(window)) {
                Jtl rows = new Jtl(new GZIPInputStream(compressed, GZIP_BUFFER));
                samples = samples == null ? new Samples(each, rows.perMilli()) : samples;
                samples.window(rows);
            }
        }
        if (samples == null) {
            throw new IllegalArgumentException("a load has at least one window");
        }
        samples.operations.forEach(samples.total::add);
        return samples;
    }

    private void window(Jtl rows) throws IOException {
        lastEnd = 0;
        while (rows.next()) {
            add(rows);
        }
        operations.forEach(total::cover);
        operations.forEach(Operation::endWindow);
        total.endWindow();
    }

    /** Counts the samples of each operation, by its name in lower case. */
    Map<String, Long> counts() {
        return operations.stream()
                .collect(Collectors.toMap(
                        operation -> operation.name().toLowerCase(Locale.ROOT),
                        operation -> operation.times().getTotalCount()));
    }

    private void add(Jtl row) {
        long start = row.startMillis();
        long elapsed = row.elapsedMillis();
        count++;
        if (elapsed < 0 || elapsed > DAY || start + elapsed < lastEnd - DISORDER) {
            backwards++;
        } else {
            operation(row).add(start, start + elapsed, row.time());
            each.add(row);
        }
        lastEnd = Math.max(lastEnd, start + elapsed);
        if (!row.success()) {
            fails(row);
        }
    }

    private void fails(Jtl row) {
        errors++;
        if (firstFailure == null) {
            firstFailure = "%s, %s".formatted(row.label(), row.failure());
        }
    }

    private Operation operation(Jtl row) {
        for (Operation operation : operations) {
            if (row.labelled(operation.bytes)) {
                return operation;
            }
        }
        String name = row.label();
        Operation found = operations.stream()
                .filter(known -> known.name().equals(name))
                .findFirst()
                .orElseGet(() -> new Operation(name, row.perMilli()));
        if (!operations.contains(found)) {
            operations.add(found);
        }
        return found;
    }

    long count() {
        return count;
    }

    long errors() {
        return errors;
    }

    /**
     * Explains how the samples show that the clock was set during the load; empty if they do not. A clock that was set
     * forward makes them span more time than passed.
     *
     * @param seconds duration of the load by a monotonic clock; from before the first sample
     */
    Optional<String> clockSet(double seconds) {
        double span = total.span / MILLIS;
        if (backwards > 0) {
            return Optional.of("%s samples end before they begin, or long before others".formatted(backwards));
        }
        return span > seconds + DRIFT
                ? Optional.of(
                        String.format(Locale.ROOT, "its samples span %.1f s, and it lasted for %.1f s", span, seconds))
                : Optional.empty();
    }

    @Nullable
    String firstFailure() {
        return firstFailure;
    }

    List<Operation> operations() {
        return operations;
    }

    /** All operations, merged into one. */
    Operation total() {
        return total;
    }
}
