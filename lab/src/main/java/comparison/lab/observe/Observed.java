package comparison.lab.observe;

import org.jspecify.annotations.Nullable;

/**
 * One load of a fresh start.
 *
 * @param variant id
 * @param watcher who looked
 * @param round from 1
 * @param requests sent
 * @param errors among them
 * @param cpuMicros processor time of the server per request
 * @param looks how often the page was fetched during the load
 * @param firstPageBytes its size after the first of the loads that warm; null without a scrape
 * @param lastPageBytes its size after the load; null without a scrape
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

    /** So much more is no growth: counters gain digits, and the first collection of a kind gains lines (decision 0096). */
    private static final double TOLERANCE = 0.10;

    /** Returns by which part the page grew while three loads came; 0 if there is none. */
    double growth() {
        return firstPageBytes == null || lastPageBytes == null || firstPageBytes == 0
                ? 0
                : (lastPageBytes - firstPageBytes) / (double) firstPageBytes;
    }

    /** Returns whether that is more than a page may gain. */
    boolean grows() {
        return growth() > TOLERANCE;
    }
}
