package comparison.experiments;

import java.time.Duration;
import sprout.config.ConfigurationProperties;
import sprout.config.DataSize;
import sprout.config.DefaultValue;

/**
 * Selects what is changed. If a setting is absent, its bean does not exist, so that the application behaves like
 * sprout-app.
 *
 * @param file how files are sent
 * @param page into which buffer the metrics page is written
 * @param uriTag what requests are counted by; needs a page
 * @param scrapeEvery how often a thread of the server writes the page, as if it were scraped
 * @param pageSize of series that are on the page from the start, so that it is as large as the one of the source
 * @param prestart whether all threads of the pool exist before the first request; needs platform threads
 * @param firstSelect whether a selector has selected before the first connection arrives
 */
@ConfigurationProperties("experiment")
record Experiment(
        @DefaultValue("kernel") FileWay file,
        @DefaultValue("sized") Buffer page,
        @DefaultValue("route") UriTag uriTag,
        @DefaultValue("111ms") Duration scrapeEvery,
        @DefaultValue("0") DataSize pageSize,
        @DefaultValue("false") boolean prestart,
        @DefaultValue("false") boolean firstSelect) {

    /** Selects how a file is sent. */
    enum FileWay {
        /** The kernel copies it from the file to the socket, as Sprout does. */
        KERNEL,
        /** It is read into one array, which is then sent. */
        WHOLE,
        /** It is copied through a buffer of 1 KB. */
        BUFFER
    }

    /** Selects the buffer that a page is written to. */
    enum Buffer {
        /** As large as the previous page. */
        SIZED,
        /** 16 bytes, doubled whenever it is full. */
        UNSIZED
    }

    /** Selects what requests are counted by. */
    enum UriTag {
        /** The path, with {@code {id}} for a number at the end. */
        ROUTE,
        /** The whole target, so that almost every request gets a separate series. */
        FULL
    }
}
