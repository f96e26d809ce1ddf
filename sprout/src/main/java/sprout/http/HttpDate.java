package sprout.http;

import java.time.DateTimeException;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.time.format.DateTimeFormatterBuilder;
import java.time.temporal.ChronoField;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** Formats and parses dates of HTTP, for example {@code Sun, 06 Nov 1994 08:49:37 GMT} (RFC 9110 section 5.6.7). */
public final class HttpDate {
    private static final String[] DAYS = {"Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun"};
    private static final String[] MONTHS = {
        "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"
    };

    private HttpDate() {}

    /**
     * Formats an instant in the preferred format, without fractions of a second. Uses no {@link DateTimeFormatter},
     * which would load the names of days in many languages before the first response.
     *
     * @param instant in the years 0 to 9999
     */
    public static String format(Instant instant) {
        OffsetDateTime time = instant.atOffset(ZoneOffset.UTC);
        StringBuilder out = new StringBuilder(29);
        out.append(DAYS[time.getDayOfWeek().getValue() - 1]).append(',');
        append(out, ' ', time.getDayOfMonth());
        out.append(' ').append(MONTHS[time.getMonthValue() - 1]);
        append(out, ' ', time.getYear() / 100);
        append(out, time.getYear() % 100);
        append(out, ' ', time.getHour());
        append(out, ':', time.getMinute());
        append(out, ':', time.getSecond());
        return out.append(" GMT").toString();
    }

    private static void append(StringBuilder out, char before, int number) {
        append(out.append(before), number);
    }

    private static void append(StringBuilder out, int number) {
        out.append((char) ('0' + number / 10)).append((char) ('0' + number % 10));
    }

    /**
     * Parses a date in any of the three formats of HTTP; null for other text, because recipients ignore invalid dates.
     */
    public static @Nullable Instant parse(String text) {
        if (text.contains(":60 ")) { // a leap second, which Instant does not have
            Instant before = parse(text.replace(":60 ", ":59 "));
            return before == null ? null : before.plusSeconds(1);
        }
        Instant preferred = parse(text, Parsing.PREFERRED);
        if (preferred != null) {
            return preferred;
        }
        Instant asctime = parse(text, Parsing.ASCTIME);
        return asctime != null ? asctime : parseRfc850(text);
    }

    private static @Nullable Instant parse(String text, DateTimeFormatter format) {
        try {
            return format.parse(text, Instant::from);
        } catch (DateTimeException e) {
            return null;
        }
    }

    /** Parses a year of two digits. It is past if the date would be more than 50 years ahead. */
    private static @Nullable Instant parseRfc850(String text) {
        OffsetDateTime limit = OffsetDateTime.now(ZoneOffset.UTC).plusYears(50);
        Instant date = parse(text, rfc850(limit.getYear() - 99));
        return date != null && !date.isAfter(limit.toInstant()) ? date : parse(text, rfc850(limit.getYear() - 100));
    }

    private static DateTimeFormatter rfc850(int firstYear) {
        return new DateTimeFormatterBuilder()
                .appendPattern("EEEE, dd-MMM-")
                .appendValueReduced(ChronoField.YEAR, 2, 2, firstYear)
                .appendPattern(" HH:mm:ss 'GMT'")
                .toFormatter(Locale.US)
                .withZone(ZoneOffset.UTC);
    }

    /** A separate class, so that the formats are created only when a date is parsed. */
    private static final class Parsing {
        static final DateTimeFormatter PREFERRED = format("EEE, dd MMM yyyy HH:mm:ss 'GMT'");
        static final DateTimeFormatter ASCTIME = format("EEE MMM ppd HH:mm:ss yyyy");

        private static DateTimeFormatter format(String pattern) {
            return DateTimeFormatter.ofPattern(pattern, Locale.US).withZone(ZoneOffset.UTC);
        }
    }
}
