package comparison.lab.observe;

import org.jspecify.annotations.Nullable;

/**
 * One load of a fresh start.
 *
 * @param variant id
 * @param watcher of the start
 * @param round from 1
 * @param requests sent
 * @param errors among them
 * @param cpuMicros CPU time of the server per request
 * @param looks how often the metrics page was fetched during the load
 * @param firstPageBytes size of the page after the first warm-up load; null without a scrape
 * @param lastPageBytes size of the page after the load; null without a scrape
 */
record Observed(
        String variant,
        Watcher watcher,
        int round,
        long requests,
        long errors,
        double cpuMicros,
        int looks,
        @Nullable Integer firstPageBytes,
        @Nullable Integer lastPageBytes) {

    /** Accepted growth: counters gain digits, and the first collection of a kind adds lines (decision 0117). */
    private static final double TOLERANCE = 0.10;

    /** Returns by which share the page grew during three loads; 0 without a page. */
    double growth() {
        return firstPageBytes == null || lastPageBytes == null || firstPageBytes == 0
                ? 0
                : (lastPageBytes - firstPageBytes) / (double) firstPageBytes;
    }

    /** Returns whether the page grew by more than the accepted share. */
    boolean grows() {
        return growth() > TOLERANCE;
    }
}
