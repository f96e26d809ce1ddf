package comparison.harness.report;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Reads JMeter's result file (CSV by RFC 4180, UTF-8) row by row in bounded memory. The accessors return values of the
 * current row. Columns are found by name, so additional columns and another order are accepted. The additional column
 * {@code micros} of other engines is the response time in µs. An incomplete last
 * line, as JMeter leaves it when it is killed, is ignored. Not thread-safe.
 */
final class Jtl {

    private static final List<String> NEEDED = List.of("timeStamp", "elapsed", "label", "success");
    private static final int BUFFER = 1 << 18;
    private static final int LONGEST = 1 << 24;
    private static final int MOST_FIELDS = 64;
    private static final int MOST_DIGITS = 18;
    private static final int TEN = 10;
    private static final int MICROS_PER_MILLI = 1000;

    private final InputStream in;
    private final int[] starts = new int[MOST_FIELDS];
    private final int[] ends = new int[MOST_FIELDS];
    private final Map<String, Integer> columns = new HashMap<>();
    private byte[] buffer = new byte[BUFFER];
    private int position;
    private int limit;
    private int fields;
    private long rows;
    private final int timeStamp;
    private final int elapsed;
    private final int micros;
    private final int label;
    private final int success;

    /**
     * Reads the header.
     *
     * @throws IllegalArgumentException if it is missing or lacks a needed column
     */
    Jtl(InputStream in) throws IOException {
        this.in = in;
        if (!record()) {
            throw new IllegalArgumentException("it is empty");
        }
        for (int i = 0; i < fields; i++) {
            columns.put(text(i), i);
        }
        NEEDED.stream().filter(name -> !columns.containsKey(name)).findFirst().ifPresent(name -> {
            throw new IllegalArgumentException("it has no column '%s'".formatted(name));
        });
        timeStamp = column("timeStamp");
        elapsed = column("elapsed");
        micros = column("micros");
        label = column("label");
        success = column("success");
    }

    private int column(String name) {
        return columns.getOrDefault(name, -1);
    }

    /**
     * Moves to the next row.
     *
     * @return false at the end
     * @throws IllegalArgumentException if the row and the header have different numbers of fields
     */
    boolean next() throws IOException {
        if (!record()) {
            return false;
        }
        rows++;
        if (fields != columns.size()) {
            throw new IllegalArgumentException(
                    "sample %s has %s fields, not %s".formatted(rows, fields, columns.size()));
        }
        return true;
    }

    /** When the request was sent, in ms since the epoch. */
    long startMillis() {
        return number(timeStamp);
    }

    /** Response time in ms; negative if the clock was set back. */
    long elapsedMillis() {
        return number(elapsed);
    }

    /** Units of {@link #time} per ms: 1000 if the file has µs, else 1. */
    int perMilli() {
        return micros < 0 ? 1 : MICROS_PER_MILLI;
    }

    /** Response time in the finest unit of the file, see {@link #perMilli}. */
    long time() {
        return number(micros < 0 ? elapsed : micros);
    }

    boolean success() {
        return ends[success] - starts[success] == 4 && (buffer[starts[success]] | ' ') == 't';
    }

    /** Compares the label without creating a string. In C1's code a loop is faster than {@code Arrays.equals}. */
    boolean labelled(byte[] name) {
        int start = starts[label];
        if (ends[label] - start != name.length) {
            return false;
        }
        for (int i = 0; i < name.length; i++) {
            if (buffer[start + i] != name[i]) {
                return false;
            }
        }
        return true;
    }

    String label() {
        return text(label);
    }

    /** Names the kind of failure; only for rows of failed requests. */
    String failure() {
        return FailureKind.of(text("responseCode"), text("failureMessage"));
    }

    /** Finds the text of a column by name; empty if there is no such column. */
    String text(String name) {
        int column = column(name);
        return column < 0 ? "" : text(column);
    }

    private String text(int field) {
        String raw = new String(buffer, starts[field], ends[field] - starts[field], StandardCharsets.UTF_8);
        return raw.startsWith("\"") && raw.endsWith("\"") && raw.length() > 1
                ? raw.substring(1, raw.length() - 1).replace("\"\"", "\"")
                : raw;
    }

    private long number(int field) {
        int at = starts[field];
        int end = ends[field];
        boolean negative = at < end && buffer[at] == '-';
        if (negative) {
            at++;
        }
        if (at == end || end - at > MOST_DIGITS) {
            throw notANumber(field);
        }
        long value = 0;
        for (; at < end; at++) {
            int digit = buffer[at] - '0';
            if (digit < 0 || digit >= TEN) {
                throw notANumber(field);
            }
            value = value * TEN + digit;
        }
        return negative ? -value : value;
    }

    private IllegalArgumentException notANumber(int field) {
        return new IllegalArgumentException("sample %s has '%s' where a number should be".formatted(rows, text(field)));
    }

    /** Skips blank lines and reads the next record that is terminated by a line end; false at the end. */
    private boolean record() throws IOException {
        do {
            int end = end(position);
            while (end < 0) {
                int had = limit - position;
                if (!fill()) {
                    return false;
                }
                end = limit - position == had ? -1 : end(position);
            }
            position = end;
        } while (fields == 1 && starts[0] == ends[0]);
        return true;
    }

    /**
     * Finds the fields of a record. The result is where the next record begins, or -1 if the end of this one is not in
     * the buffer.
     */
    private int end(int from) {
        boolean quoted = false;
        int field = 0;
        starts[0] = from;
        for (int at = from; at < limit; at++) {
            byte b = buffer[at];
            if (b == '"') {
                quoted = !quoted;
            } else if (b == ',' && !quoted) {
                ends[field++] = at;
                if (field == MOST_FIELDS) {
                    throw new IllegalArgumentException("sample %s has too many fields".formatted(rows + 1));
                }
                starts[field] = at + 1;
            } else if (b == '\n' && !quoted) {
                ends[field] = at > starts[field] && buffer[at - 1] == '\r' ? at - 1 : at;
                fields = field + 1;
                return at + 1;
            }
        }
        return -1;
    }

    private boolean fill() throws IOException {
        if (position > 0) {
            System.arraycopy(buffer, position, buffer, 0, limit - position);
            limit -= position;
            position = 0;
        }
        if (limit == LONGEST) {
            throw new IllegalArgumentException("sample %s has no end within %s bytes".formatted(rows + 1, LONGEST));
        }
        if (limit == buffer.length) {
            buffer = Arrays.copyOf(buffer, 2 * buffer.length);
        }
        int read = in.read(buffer, limit, buffer.length - limit);
        limit += Math.max(read, 0);
        return read >= 0;
    }
}
