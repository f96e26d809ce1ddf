package comparison.lab.observe;

import comparison.lab.observe.Observations.Observed;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.Optional;

/**
 * How large a server's page of metrics was, over all its scraped loads. It must not grow with the number of requests. It grows if its
 * size at the last look of all is more than a tenth above that at the last look of the first scraped load: until then every route has
 * been called, and counted. (Why a tenth: decision 0096.)
 *
 * @param firstBytes before the first scraped load
 * @param afterFirstLoadBytes at the last look of the first scraped load
 * @param lastBytes at the last look of the last one
 * @param loads how many were scraped
 */
record MetricsPage(int firstBytes, int afterFirstLoadBytes, int lastBytes, int loads) {

    /** So much more is no growth: counters gain digits, and the first collection of a kind gains lines. */
    private static final double TOLERANCE = 0.10;

    /** Returns what is known of the page; nothing if none of the loads was scraped. */
    static Optional<MetricsPage> of(List<Observed> loads) {
        List<Observed> scraped =
                loads.stream().filter(load -> load.lastPageBytes() != null).toList();
        if (scraped.isEmpty()) {
            return Optional.empty();
        }
        Observed first = scraped.getFirst();
        return Optional.of(new MetricsPage(
                Objects.requireNonNull(first.firstPageBytes()),
                Objects.requireNonNull(first.lastPageBytes()),
                Objects.requireNonNull(scraped.getLast().lastPageBytes()),
                scraped.size()));
    }

    /** Returns whether it grows; with a single load there is nothing to compare with. */
    boolean grows() {
        return loads > 1 && lastBytes > afterFirstLoadBytes * (1 + TOLERANCE);
    }

    /** Returns the same in words, such as {@code does not grow (+0.2 %)}. */
    String verdict() {
        return loads == 1
                ? "not judged: one load"
                : String.format(
                        Locale.ROOT,
                        "%s (%+.1f %%)",
                        grows() ? "GROWS" : "does not grow",
                        100.0 * (lastBytes - afterFirstLoadBytes) / Math.max(1, afterFirstLoadBytes));
    }
}
