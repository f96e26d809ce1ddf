package sprout.http;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Locale;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class HttpDateTest {
    private static final DateTimeFormatter REFERENCE = DateTimeFormatter.ofPattern(
                    "EEE, dd MMM yyyy HH:mm:ss 'GMT'", Locale.US)
            .withZone(ZoneOffset.UTC);

    @Test
    void theExampleOfTheStandardIsWrittenAsThere() {
        assertThat(HttpDate.format(Instant.parse("1994-11-06T08:49:37Z"))).isEqualTo("Sun, 06 Nov 1994 08:49:37 GMT");
    }

    @Test
    void everyDayOfFourYearsIsWrittenAsByTheFormatterOfTheJdkAndReadBack() {
        Instant instant = Instant.parse("2024-01-01T00:00:00Z");
        for (int day = 0; day < 4 * 366; day++) {
            String text = HttpDate.format(instant);
            assertThat(text).isEqualTo(REFERENCE.format(instant));
            assertThat(HttpDate.parse(text)).isEqualTo(instant);
            // A day and a bit, so that hours, minutes and seconds change too.
            instant = instant.plusSeconds(86_400 + 61 * 61);
        }
    }

    @Test
    void aLeapSecondIsTheOneAfterTheLast() {
        assertThat(HttpDate.parse("Sat, 31 Dec 2016 23:59:60 GMT")).isEqualTo("2017-01-01T00:00:00Z");
    }

    @Test
    void aYearOfTwoDigitsIsPastIfItWouldBeMoreThanFiftyYearsAhead() {
        DateTimeFormatter rfc850 = DateTimeFormatter.ofPattern("EEEE, dd-MMM-yy HH:mm:ss 'GMT'", Locale.US);
        OffsetDateTime now = OffsetDateTime.now(ZoneOffset.UTC).truncatedTo(ChronoUnit.SECONDS);
        for (OffsetDateTime date : List.of(
                now,
                now.minusYears(49),
                now.minusYears(50).plusDays(1),
                now.plusYears(50).minusDays(1))) {
            assertThat(HttpDate.parse(rfc850.format(date))).isEqualTo(date.toInstant());
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "yesterday", "Sun, 06 Nov 1994 08:49:37", "Sun, 31 Feb 1994 08:49:37 GMT x"})
    void otherTextsAreNoDates(String text) {
        assertThat(HttpDate.parse(text)).isNull();
    }
}
