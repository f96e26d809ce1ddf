package sprout.mvc;

import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;

/** Parses the parameters after the first value of a header such as {@code Content-Type} (RFC 9110 section 5.6.6). */
final class HeaderParameters {
    private HeaderParameters() {}

    /**
     * Parses the parameters. Names become lower case; of several equal names the first wins. Quotes are removed. A
     * backslash is removed only before a quote, because file names may contain others.
     */
    static Map<String, String> of(String value) {
        Map<String, String> parameters = new LinkedHashMap<>();
        int at = value.indexOf(';');
        while (at >= 0) {
            int end = endOfParameter(value, at + 1);
            String parameter = value.substring(at + 1, end);
            int equals = parameter.indexOf('=');
            if (equals > 0) {
                parameters.putIfAbsent(
                        parameter.substring(0, equals).strip().toLowerCase(Locale.ROOT),
                        unquoted(parameter.substring(equals + 1).strip()));
            }
            at = end < value.length() ? end : -1;
        }
        return parameters;
    }

    private static int endOfParameter(String value, int from) {
        boolean quoted = false;
        for (int i = from; i < value.length(); i++) {
            char c = value.charAt(i);
            if (c == '"' && !(quoted && value.charAt(i - 1) == '\\')) {
                quoted = !quoted;
            } else if (c == ';' && !quoted) {
                return i;
            }
        }
        return value.length();
    }

    private static String unquoted(String value) {
        return value.length() >= 2 && value.startsWith("\"") && value.endsWith("\"")
                ? value.substring(1, value.length() - 1).replace("\\\"", "\"")
                : value;
    }
}
