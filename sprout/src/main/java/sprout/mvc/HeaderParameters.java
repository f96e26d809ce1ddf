package sprout.mvc;

import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;

/** Parses the parameters after the first value of a header such as {@code Content-Type} (RFC 9110 section 5.6.6). */
final class HeaderParameters {
    private HeaderParameters() {}

    /**
     * Parses the parameters. Names become lower case; of several equal names the first wins. A parameter whose quote does
     * not end, or ends before the value does, is left out. Quotes are removed, and backslashes that quote a character
     * (section 5.6.4); in {@code name} and {@code filename} only before a quote or a backslash, because browsers do not
     * escape backslashes in forms.
     */
    static Map<String, String> of(String value) {
        Map<String, String> parameters = new LinkedHashMap<>();
        int at = value.indexOf(';');
        while (at >= 0) {
            int end = endOfParameter(value, at + 1);
            String parameter = value.substring(at + 1, end);
            int equals = parameter.indexOf('=');
            String given = parameter.substring(equals + 1).strip();
            if (equals > 0 && !isBroken(given)) {
                String name = parameter.substring(0, equals).strip().toLowerCase(Locale.ROOT);
                parameters.putIfAbsent(name, unquoted(given, name.equals("name") || name.equals("filename")));
            }
            at = end < value.length() ? end : -1;
        }
        return parameters;
    }

    private static int endOfParameter(String value, int from) {
        boolean quoted = false;
        for (int i = from; i < value.length(); i++) {
            char c = value.charAt(i);
            if (c == '\\' && quoted) {
                i++; // the quoted character
            } else if (c == '"') {
                quoted = !quoted;
            } else if (c == ';' && !quoted) {
                return i;
            }
        }
        return value.length();
    }

    private static boolean isBroken(String value) {
        return value.startsWith("\"") && (value.length() < 2 || !value.endsWith("\""));
    }

    private static String unquoted(String value, boolean keepsBackslashes) {
        if (!value.startsWith("\"")) {
            return value;
        }
        String text = value.substring(1, value.length() - 1);
        if (text.indexOf('\\') < 0) {
            return text;
        }
        StringBuilder out = new StringBuilder(text.length());
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            boolean quotes = c == '\\'
                    && i + 1 < text.length()
                    && (!keepsBackslashes || text.charAt(i + 1) == '"' || text.charAt(i + 1) == '\\');
            out.append(quotes ? text.charAt(++i) : c);
        }
        return out.toString();
    }
}
