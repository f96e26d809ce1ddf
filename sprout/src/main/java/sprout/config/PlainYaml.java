package sprout.config;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Parses the part of YAML that nearly all settings use: nested keys, plain and simply quoted values, comments. For
 * anything else it returns null, so that {@link FullYaml} reads the file or reports its error; a test compares the two.
 * It exists because loading the library takes a tenth of the start-up time.
 */
final class PlainYaml {
    private static final String VALUE_STARTS = "/$";

    private final Map<String, String> settings = new LinkedHashMap<>();
    private final Set<String> keys = new HashSet<>();
    private final Deque<Level> levels = new ArrayDeque<>();
    /** The previous key with a dot, if it had no value and so may have keys below it; otherwise null. */
    private @Nullable String parent = "";

    private PlainYaml() {}

    /** Parses the settings; null if the text has anything else. */
    static @Nullable Map<String, String> parse(String text) {
        PlainYaml yaml = new PlainYaml();
        int from = 0;
        while (from < text.length()) {
            int end = text.indexOf('\n', from);
            end = end < 0 ? text.length() : end;
            if (!yaml.line(text.substring(from, end))) {
                return null;
            }
            from = end + 1;
        }
        return yaml.settings;
    }

    private boolean line(String raw) {
        String line = raw.stripTrailing();
        int indent = 0;
        while (indent < line.length() && line.charAt(indent) == ' ') {
            indent++;
        }
        if (indent == line.length() || line.charAt(indent) == '#') {
            return isPrintable(raw);
        }
        int colon = endOfKey(line, indent);
        return colon >= 0
                && isPrintable(raw)
                && enter(indent)
                && entry(line.substring(indent, colon), line.substring(colon + 1));
    }

    /** The position of the colon after the key; -1 if the line does not start with a key. */
    private static int endOfKey(String line, int from) {
        int i = from;
        while (i < line.length() && isKey(line.charAt(i), i == from)) {
            i++;
        }
        boolean ends = i > from && i < line.length() && line.charAt(i) == ':';
        return ends && (i + 1 == line.length() || line.charAt(i + 1) == ' ') ? i : -1;
    }

    private static boolean isKey(char c, boolean first) {
        return isLetter(c) || c == '_' || (!first && (isDigit(c) || c == '-' || c == '.'));
    }

    /** Finds the level of a line; false if no level has this indentation. */
    private boolean enter(int indent) {
        Level top = levels.peek();
        if (top == null || indent > top.indent()) {
            String prefix = parent;
            if (prefix == null) {
                return false;
            }
            levels.push(new Level(indent, prefix));
            return true;
        }
        while (top != null && top.indent() > indent) {
            levels.pop();
            top = levels.peek();
        }
        return top != null && top.indent() == indent;
    }

    private boolean entry(String name, String rest) {
        Level level = levels.getFirst();
        String key = level.prefix() + name;
        String value = rest.strip();
        if (!keys.add(key)) {
            return false;
        }
        if (value.isEmpty() || value.charAt(0) == '#') {
            parent = key + ".";
            return true;
        }
        parent = null;
        String scalar = value.charAt(0) == '\'' || value.charAt(0) == '"' ? quoted(value) : plain(value);
        if (scalar == null) {
            return false;
        }
        settings.put(key, scalar);
        return true;
    }

    private static @Nullable String quoted(String value) {
        int end = value.indexOf(value.charAt(0), 1);
        if (end < 0 || value.indexOf('\\') >= 0) {
            return null;
        }
        String rest = value.substring(end + 1);
        return rest.isEmpty() || (rest.startsWith(" ") && rest.strip().startsWith("#"))
                ? value.substring(1, end)
                : null;
    }

    private static @Nullable String plain(String value) {
        int comment = value.indexOf(" #");
        String scalar = comment < 0 ? value : value.substring(0, comment).strip();
        char first = scalar.charAt(0);
        boolean startsPlain = isLetter(first) || isDigit(first) || VALUE_STARTS.indexOf(first) >= 0;
        boolean plain = startsPlain && !scalar.contains(": ") && !scalar.endsWith(":");
        return plain && staysAsItIs(scalar) ? scalar : null;
    }

    /** Whether YAML reads the value as text, a boolean, or a whole number whose text stays the same. */
    private static boolean staysAsItIs(String scalar) {
        if (!isDigit(scalar.charAt(0))) {
            return !scalar.equalsIgnoreCase("null");
        }
        boolean whole = true;
        boolean numeric = true;
        for (int i = 0; i < scalar.length(); i++) {
            char c = scalar.charAt(i);
            whole &= isDigit(c);
            numeric &= isDigit(c) || "eE+-._xXoO".indexOf(c) >= 0;
        }
        return whole ? scalar.length() < 18 && (scalar.charAt(0) != '0' || scalar.length() == 1) : !numeric;
    }

    private static boolean isPrintable(String line) {
        for (int i = 0; i < line.length(); i++) {
            char c = line.charAt(i);
            if ((c < ' ' && c != '\r') || (c > '~' && !Character.isLetter(c))) {
                return false;
            }
        }
        return line.indexOf('\r') < 0 || line.indexOf('\r') == line.length() - 1;
    }

    private static boolean isLetter(char c) {
        return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
    }

    private static boolean isDigit(char c) {
        return c >= '0' && c <= '9';
    }

    private record Level(int indent, String prefix) {}
}
