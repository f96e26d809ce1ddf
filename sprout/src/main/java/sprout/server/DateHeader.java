package sprout.server;

import java.nio.charset.StandardCharsets;
import java.time.Instant;
import sprout.http.HttpDate;

/** Caches the value of the Date field for one second. Thread-safe: a race creates the same value twice. */
final class DateHeader {
    private static volatile DateHeader latest = new DateHeader(0);

    private final long second;
    private final byte[] value;

    private DateHeader(long second) {
        this.second = second;
        this.value = HttpDate.format(Instant.ofEpochSecond(second)).getBytes(StandardCharsets.US_ASCII);
    }

    /** Returns the current value in US-ASCII. The array is shared and must not be changed. */
    static byte[] now() {
        long now = System.currentTimeMillis() / 1000;
        DateHeader header = latest;
        if (header.second != now) {
            header = new DateHeader(now);
            latest = header;
        }
        return header.value;
    }
}
