package sprout.mvc;

import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.time.format.DateTimeParseException;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** Dates of header fields, in the one form that may be sent (RFC 9110 section 5.6.7). */
final class HttpDates {
    private static final DateTimeFormatter FORMAT = DateTimeFormatter.ofPattern(
                    "EEE, dd MMM yyyy HH:mm:ss 'GMT'", Locale.ENGLISH)
            .withZone(ZoneOffset.UTC);

    private HttpDates() {}

    static String format(long epochMillis) {
        return FORMAT.format(Instant.ofEpochMilli(epochMillis));
    }

    /** Milliseconds of the epoch, or null if the text is no such date and so to be ignored. */
    static @Nullable Long parse(String text) {
        try {
            return FORMAT.parse(text, Instant::from).toEpochMilli();
        } catch (DateTimeParseException e) {
            return null;
        }
    }
}
