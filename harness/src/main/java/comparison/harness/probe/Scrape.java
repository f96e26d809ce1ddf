package comparison.harness.probe;

/**
 * One look at the metrics page of a variant; a line of {@code scrapes.csv}.
 *
 * @param atMillis when it began, since the epoch
 * @param millis until the page was there, or the look failed
 * @param status of HTTP; 0 without an answer
 * @param bytes of the page
 */
public record Scrape(long atMillis, long millis, long status, long bytes) {

    /** Its raw file. */
    public static final Series<Scrape> SERIES = new Series<>(Scrape.class);

    private static final long OK = 200;

    /** Returns whether the page was there. */
    public boolean answered() {
        return status == OK;
    }
}
