package sprout.http;

import java.nio.charset.StandardCharsets;
import java.util.AbstractMap.SimpleImmutableEntry;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * Holds the header fields of a message in the order sent; names are compared without regard to case (RFC 9110 section
 * 5.1).
 *
 * <p>Fields are kept as positions in the received bytes, and become strings only when they are read. Read-only outside
 * this package and not thread-safe. The headers of a request are valid until its handler returns.
 */
public final class HttpHeaders implements Iterable<Map.Entry<String, String>> {
    private static final int POSITIONS_PER_FIELD = 4;
    private static final int FIRST_POSITIONS = POSITIONS_PER_FIELD * 16;
    /** More than ordinary clients need, in 1 KiB. */
    private static final int MOST_KEPT_POSITIONS = POSITIONS_PER_FIELD * 64;

    private static final byte[] NONE = {};

    private byte[] bytes = NONE;
    private int base;
    private int[] positions = new int[FIRST_POSITIONS];
    private int size;

    HttpHeaders() {}

    /**
     * Creates headers from ISO-8859-1 strings, for tests and for code that builds requests itself.
     *
     * @param namesAndValues name, value, name, value, …
     * @throws IllegalArgumentException if the last name has no value, or a character is not in ISO-8859-1
     */
    public static HttpHeaders of(String... namesAndValues) {
        if (namesAndValues.length % 2 != 0) {
            throw new IllegalArgumentException(
                    "a value is missing for header '" + namesAndValues[namesAndValues.length - 1] + "'");
        }
        String text = String.join("", namesAndValues);
        if (text.chars().anyMatch(c -> c > 0xff)) {
            throw new IllegalArgumentException("a header has a character outside ISO-8859-1: '" + text + "'");
        }
        HttpHeaders headers = new HttpHeaders();
        headers.bytes = text.getBytes(StandardCharsets.ISO_8859_1);
        int at = 0;
        for (int i = 0; i < namesAndValues.length; i += 2) {
            int value = at + namesAndValues[i].length();
            int end = value + namesAndValues[i + 1].length();
            headers.add(at, value, value, end);
            at = end;
        }
        return headers;
    }

    /** The number of fields; a name sent twice counts twice. */
    public int size() {
        return size;
    }

    /** The value of the first field with this name, without surrounding white space; null if there is no such field. */
    public @Nullable String first(String name) {
        int field = find(name, 0);
        return field < 0 ? null : value(field);
    }

    /**
     * The values of all fields with this name in the order sent; empty if no field has it. {@link #elements} splits the
     * lists in them.
     */
    public List<String> all(String name) {
        List<String> values = new ArrayList<>();
        for (int field = find(name, 0); field >= 0; field = find(name, field + 1)) {
            values.add(value(field));
        }
        return values;
    }

    /**
     * The elements of the lists in all fields with this name (RFC 9110 section 5.6.1), without surrounding white space.
     * Commas separate them, except within quotes. Empty elements are left out.
     */
    public List<String> elements(String name) {
        return elements(name, true);
    }

    /** The same for entity tags, in whose quotes a backslash is not an escape (RFC 9110 section 8.8.3). */
    public List<String> entityTags(String name) {
        return elements(name, false);
    }

    private List<String> elements(String name, boolean escapes) {
        List<String> elements = new ArrayList<>();
        for (int field = find(name, 0); field >= 0; field = find(name, field + 1)) {
            String list = value(field);
            int start = 0;
            while (start <= list.length()) {
                int end = endOfElement(list, start, escapes);
                String element = list.substring(start, end).strip();
                if (!element.isEmpty()) {
                    elements.add(element);
                }
                start = end + 1;
            }
        }
        return elements;
    }

    private static int endOfElement(String list, int start, boolean escapes) {
        boolean quoted = false;
        for (int i = start; i < list.length(); i++) {
            char c = list.charAt(i);
            if (c == ',' && !quoted) {
                return i;
            } else if (c == '"') {
                quoted = !quoted;
            } else if (c == '\\' && quoted && escapes) {
                i++;
            }
        }
        return list.length();
    }

    public boolean contains(String name) {
        return find(name, 0) >= 0;
    }

    /**
     * Whether the name of any field begins with {@code If-}, as those of all conditions do (RFC 9110 section 13.1).
     * Cheaper than looking for each of them.
     */
    public boolean mayHaveConditions() {
        for (int field = 0; field < size; field++) {
            int start = nameStart(field);
            if (nameEnd(field) - start > 3 && Ascii.equalsIgnoreCase(bytes, base + start, "If-")) {
                return true;
            }
        }
        return false;
    }

    /** The distinct names, sorted without regard to case. */
    public Set<String> names() {
        Set<String> names = new TreeSet<>(String.CASE_INSENSITIVE_ORDER);
        for (int field = 0; field < size; field++) {
            names.add(name(field));
        }
        return names;
    }

    /** Iterates over a snapshot of all fields, as names and values in the order sent. */
    @Override
    public Iterator<Map.Entry<String, String>> iterator() {
        List<Map.Entry<String, String>> entries = new ArrayList<>(size);
        for (int field = 0; field < size; field++) {
            entries.add(new SimpleImmutableEntry<>(name(field), value(field)));
        }
        return List.copyOf(entries).iterator();
    }

    /** One field per line, for logs. */
    @Override
    public String toString() {
        StringBuilder lines = new StringBuilder();
        for (int field = 0; field < size; field++) {
            lines.append(name(field)).append(": ").append(value(field)).append('\n');
        }
        return lines.toString();
    }

    /** Sets the array that holds the fields, and the position in it from which their positions count. */
    void locate(byte[] newBytes, int newBase) {
        bytes = newBytes;
        base = newBase;
    }

    /**
     * Removes all fields and the reference to the array. The array may be a pooled buffer that is reused, and this
     * reference must not keep it in memory. Neither must an idle connection keep as many positions as a client chose.
     */
    void clear() {
        size = 0;
        if (positions.length > MOST_KEPT_POSITIONS) {
            positions = new int[FIRST_POSITIONS];
        }
        locate(NONE, 0);
    }

    void add(int nameStart, int nameEnd, int valueStart, int valueEnd) {
        int at = size * POSITIONS_PER_FIELD;
        if (at == positions.length) {
            positions = Arrays.copyOf(positions, 2 * at);
        }
        positions[at] = nameStart;
        positions[at + 1] = nameEnd;
        positions[at + 2] = valueStart;
        positions[at + 3] = valueEnd;
        size++;
    }

    /** Removes the last added field if it has one of these names. */
    void dropLastIf(List<String> unwanted) {
        for (String name : unwanted) {
            if (named(size - 1, name)) {
                size--;
                return;
            }
        }
    }

    private int find(String name, int from) {
        for (int field = from; field < size; field++) {
            if (named(field, name)) {
                return field;
            }
        }
        return -1;
    }

    private boolean named(int field, String name) {
        int start = nameStart(field);
        return nameEnd(field) - start == name.length() && Ascii.equalsIgnoreCase(bytes, base + start, name);
    }

    private String name(int field) {
        return text(nameStart(field), nameEnd(field));
    }

    private String value(int field) {
        return text(valueStart(field), valueEnd(field));
    }

    int nameStart(int field) {
        return positions[field * POSITIONS_PER_FIELD];
    }

    int nameEnd(int field) {
        return positions[field * POSITIONS_PER_FIELD + 1];
    }

    int valueStart(int field) {
        return positions[field * POSITIONS_PER_FIELD + 2];
    }

    int valueEnd(int field) {
        return positions[field * POSITIONS_PER_FIELD + 3];
    }

    private String text(int start, int end) {
        return new String(bytes, base + start, end - start, StandardCharsets.ISO_8859_1);
    }
}
