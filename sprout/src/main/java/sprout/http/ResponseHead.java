package sprout.http;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * Collects status and header fields of a response. One object serves all responses of a connection in turn. Not
 * thread-safe.
 *
 * <p>{@code Connection} and {@code Content-Length} are not kept as fields but evaluated, because the server enforces
 * them.
 */
public final class ResponseHead {
    /** More than any body length needs, and few enough to fit a {@code long}. */
    private static final int MAX_LENGTH_DIGITS = 18;

    private String[] names = new String[8];
    private String[] values = new String[8];
    private int size;
    private int status = 200;
    /** The value that the application asked for; null if it asked for none, or only for {@code upgrade}. */
    private @Nullable String connection;

    private long declaredLength = -1;

    /** Resets to status 200 without fields. */
    public void reset() {
        Arrays.fill(names, 0, size, "");
        Arrays.fill(values, 0, size, "");
        size = 0;
        status = 200;
        connection = null;
        declaredLength = -1;
    }

    public int status() {
        return status;
    }

    /**
     * Sets the status.
     *
     * @throws IllegalArgumentException unless 200 to 599
     */
    public void status(int newStatus) {
        if (newStatus < 200 || newStatus > 599) {
            throw new IllegalArgumentException("the status of a response must be 200 to 599, not " + newStatus);
        }
        status = newStatus;
    }

    /** Whether the application asked for the connection to be closed after this response. */
    public boolean close() {
        return connection != null && connection.equalsIgnoreCase("close");
    }

    /** The {@code Content-Length} that the application set, in bytes; -1 if it set none. */
    public long declaredLength() {
        return declaredLength;
    }

    /** Whether the status forbids a body (RFC 9110 sections 15.3.5, 15.3.6 and 15.4.5). */
    public boolean bodyForbidden() {
        return lengthForbidden() || status == 205;
    }

    /** Whether the status forbids a body and ends the message without one, so that no length is sent. */
    public boolean lengthForbidden() {
        return status == 204 || status == 304;
    }

    /** Sets a field and replaces earlier ones of this name; rules as in {@link HttpResponse#header(String, String)}. */
    public void set(String name, String value) {
        check(name, value);
        remove(name);
        put(name, value);
    }

    /** Adds a field; rules as in {@link HttpResponse#addHeader(String, String)}. */
    public void add(String name, String value) {
        check(name, value);
        put(name, value);
    }

    /** Of several added {@code Connection} fields, {@code close} prevails. */
    private void put(String name, String value) {
        if (name.equalsIgnoreCase("Content-Length")) {
            declaredLength = Long.parseLong(value);
        } else if (name.equalsIgnoreCase("Connection") && !value.equalsIgnoreCase("upgrade")) {
            connection = close() ? connection : value;
        } else {
            append(name, value);
        }
    }

    public void remove(String name) {
        int kept = 0;
        for (int field = 0; field < size; field++) {
            if (!names[field].equalsIgnoreCase(name)) {
                names[kept] = names[field];
                values[kept++] = values[field];
            }
        }
        size = kept;
        if (name.equalsIgnoreCase("Content-Length")) {
            declaredLength = -1;
        } else if (name.equalsIgnoreCase("Connection")) {
            connection = null;
        }
    }

    public @Nullable String first(String name) {
        for (int field = 0; field < size; field++) {
            if (names[field].equalsIgnoreCase(name)) {
                return values[field];
            }
        }
        if (name.equalsIgnoreCase("Connection")) {
            return connection;
        }
        return declaredLength >= 0 && name.equalsIgnoreCase("Content-Length") ? Long.toString(declaredLength) : null;
    }

    int size() {
        return size;
    }

    String name(int field) {
        return names[field];
    }

    String value(int field) {
        return values[field];
    }

    private void append(String name, String value) {
        if (size == names.length) {
            names = Arrays.copyOf(names, 2 * size);
            values = Arrays.copyOf(values, 2 * size);
        }
        names[size] = name;
        values[size++] = value;
    }

    private static void check(String name, String value) {
        if (!Ascii.isToken(name)) {
            throw new IllegalArgumentException("not a header name: '" + printable(name) + "'");
        }
        for (int i = 0; i < value.length(); i++) {
            char c = value.charAt(i);
            if (c > 0xff || !Ascii.isFieldValue(c)) {
                throw new IllegalArgumentException(
                        "the value of header '" + name + "' has a character that no header may have, at position " + i
                                + ": '" + printable(value) + "'");
            }
        }
        checkEnforced(name, value);
    }

    /**
     * Refuses what the server cannot grant in the fields that it sets. {@code Connection: upgrade} is only passed on:
     * it belongs to 426 (RFC 9110 section 15.5.22).
     */
    private static void checkEnforced(String name, String value) {
        if (name.equalsIgnoreCase("Transfer-Encoding")) {
            throw new IllegalArgumentException("the server sets Transfer-Encoding; stream the body instead");
        }
        if (name.equalsIgnoreCase("Content-Length") && !isLength(value)) {
            throw new IllegalArgumentException("Content-Length is not a number: '" + value + "'");
        }
        if (name.equalsIgnoreCase("Connection") && !isConnection(value)) {
            throw new IllegalArgumentException(
                    "the server sets Connection; only 'close' or 'keep-alive' can be asked for, not '" + value + "'");
        }
    }

    private static boolean isLength(String value) {
        boolean number = !value.isEmpty() && value.length() <= MAX_LENGTH_DIGITS;
        for (int i = 0; number && i < value.length(); i++) {
            number = value.charAt(i) >= '0' && value.charAt(i) <= '9';
        }
        return number;
    }

    private static boolean isConnection(String value) {
        return value.equalsIgnoreCase("close")
                || value.equalsIgnoreCase("keep-alive")
                || value.equalsIgnoreCase("upgrade");
    }

    private static String printable(String text) {
        StringBuilder escaped = new StringBuilder();
        text.chars().limit(100).forEach(c -> {
            if (c < ' ' || c > '~') {
                escaped.append(String.format(java.util.Locale.ROOT, "\\u%04x", c));
            } else {
                escaped.append((char) c);
            }
        });
        return escaped.toString();
    }
}
