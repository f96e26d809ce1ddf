package comparison.harness.report;

import com.fasterxml.jackson.annotation.JsonFormat;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.SplittableRandom;
import org.HdrHistogram.Histogram;

/**
 * Collects response times over the time of a load in bounded memory. There are windows, whose length doubles whenever
 * there are too many, and individual dots for the chart. The dots are a random sample of all requests with a fixed seed
 * (algorithm R: Vitter, "Random sampling with a reservoir", 1985), so each request is equally likely to be shown. The
 * slowest request is always in the windows. Not thread-safe.
 */
final class Timeline {

    /** Largest number of dots of a load. */
    static final int DOTS = 150;

    private static final int MOST_WINDOWS = 64;
    private static final int DIGITS = 2;
    private static final long FIRST_WIDTH = 250;

    /**
     * A window of time; an array in JSON, in this order.
     *
     * @param atMillis its beginning, in ms since the first sample
     * @param perSecond requests per second
     * @param errors number of failed requests
     * @param p50 ms
     * @param p99 ms
     * @param max ms
     */
    @JsonFormat(shape = JsonFormat.Shape.ARRAY)
    record Window(long atMillis, long perSecond, long errors, double p50, double p99, double max) {}

    /**
     * A point of a chart; an array in JSON.
     *
     * @param at time since the beginning
     */
    @JsonFormat(shape = JsonFormat.Shape.ARRAY)
    record Point(double at, double value) {}

    private final List<Histogram> windows = new ArrayList<>();
    private final SplittableRandom random = new SplittableRandom(1);
    private final Point[] dots = new Point[DOTS];
    private long[] errors = new long[MOST_WINDOWS];
    private int perMilli = 1;
    private long width = FIRST_WIDTH;
    private long first = Long.MIN_VALUE;
    private long last;
    private boolean pausing;
    private long count;

    /** Leaves out the time until the next sample: between the windows of a load, other servers are loaded. */
    void pause() {
        pausing = true;
    }

    void add(Jtl row) {
        long start = row.startMillis();
        if (first == Long.MIN_VALUE) {
            first = start;
            perMilli = row.perMilli();
        } else if (pausing) {
            first += Math.max(0, start - last);
        }
        pausing = false;
        last = Math.max(last, start + row.elapsedMillis());
        long end = Math.max(0, start + row.elapsedMillis() - first);
        while (end / width >= MOST_WINDOWS) {
            halve();
        }
        int window = (int) (end / width);
        while (windows.size() <= window) {
            windows.add(new Histogram(DIGITS));
        }
        windows.get(window).recordValue(row.time());
        errors[window] += row.success() ? 0 : 1;
        dot(start - first, row.time());
    }

    private void dot(long at, long time) {
        long place = count < DOTS ? count : random.nextLong(count + 1);
        if (place < DOTS) {
            dots[(int) place] = new Point(at, (double) time / perMilli);
        }
        count++;
    }

    private void halve() {
        long[] fewer = new long[MOST_WINDOWS];
        for (int i = 0; i < windows.size(); i++) {
            fewer[i / 2] += errors[i];
            if (i % 2 == 1) {
                windows.get(i - 1).add(windows.get(i));
            }
        }
        for (int i = windows.size() - 1; i > 0; i--) {
            if (i % 2 == 1) {
                windows.remove(i);
            }
        }
        errors = fewer;
        width *= 2;
    }

    /** Lists the windows in which at least one request ended. */
    List<Window> windows() {
        List<Window> found = new ArrayList<>();
        for (int i = 0; i < windows.size(); i++) {
            Histogram times = windows.get(i);
            if (times.getTotalCount() > 0) {
                Percentiles p = Percentiles.of(times, perMilli);
                long length = Math.max(1, Math.min(width, last - first - i * width));
                long perSecond = Math.round(p.count() * 1000.0 / length);
                found.add(new Window(i * width, perSecond, errors[i], p.p50(), p.p99(), p.max()));
            }
        }
        return found;
    }

    /** Lists starts since the first sample, with the response time, both in ms, sorted by start. */
    List<Point> dots() {
        return Arrays.stream(dots, 0, (int) Math.min(count, DOTS))
                .sorted(Comparator.comparingDouble(Point::at))
                .toList();
    }
}
