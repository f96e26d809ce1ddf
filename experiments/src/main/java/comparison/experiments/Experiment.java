package comparison.experiments;

import java.time.Duration;
import sprout.config.ConfigurationProperties;
import sprout.config.DataSize;
import sprout.config.DefaultValue;

/**
 * What is changed. Of a setting that is absent not even the bean is there, so that the application is sprout-app itself.
 *
 * @param file how {@code /benchmark/file/{name}} is sent
 * @param page into which buffer the page of metrics is written
 * @param uriTag what requests are counted by; needs a page
 * @param scrapeEvery how often the page is written by a thread of the server, as if somebody scraped it
 * @param pageSize of series that are on the page from the start, so that it is as large as the one of the source
 * @param prestart whether all threads of the pool exist before the first request; needs platform threads
 * @param firstSelect whether a selector has selected before the first connection comes
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

    /** How a file is sent. */
    enum FileWay {
        /** By the kernel, from the file to the socket: what Sprout does. */
        KERNEL,
        /** All of it is read into an array, which is then sent. */
        WHOLE,
        /** Through a buffer of 1 KB. */
        BUFFER
    }

    /** Where a page is written. */
    enum Buffer {
        /** As large as the last page was. */
        SIZED,
        /** For 16 bytes, and twice as large whenever it is full. */
        UNSIZED
    }

    /** What a request is counted by. */
    enum UriTag {
        /** Its path, with {@code {id}} for a number at the end. */
        ROUTE,
        /** Its whole address: almost each request gets a series of its own. */
        FULL
    }
}
