package sprout.http;

import java.time.DateTimeException;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** Dates as HTTP writes them, for example {@code Sun, 06 Nov 1994 08:49:37 GMT} (RFC 9110 section 5.6.7). */
public final class HttpDate {
    private static final DateTimeFormatter FIXED = DateTimeFormatter.ofPattern(
                    "EEE, dd MMM yyyy HH:mm:ss 'GMT'", Locale.US)
            .withZone(ZoneOffset.UTC);

    private HttpDate() {}

    public static String format(Instant instant) {
        return FIXED.format(instant);
    }

    /** The instant, or null if the text is not in the preferred format; recipients ignore dates that they cannot read. */
    public static @Nullable Instant parse(String text) {
        try {
            return FIXED.parse(text, Instant::from);
        } catch (DateTimeException e) {
            return null;
        }
    }
}
