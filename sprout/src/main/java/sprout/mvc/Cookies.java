package sprout.mvc;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Parses the {@code Cookie} header (RFC 6265 sections 4.2.1 and 5.4). It is lenient, because other hosts set cookies,
 * too.
 */
final class Cookies {
    private Cookies() {}

    /** The value of the first cookie with this name, without surrounding quotes; null if it is absent. */
    static @Nullable String value(List<String> headers, String name) {
        for (String header : headers) {
            for (int from = 0; from < header.length(); ) {
                int semicolon = header.indexOf(';', from);
                int to = semicolon < 0 ? header.length() : semicolon;
                String pair = header.substring(from, to);
                int equals = pair.indexOf('=');
                if (equals > 0 && pair.substring(0, equals).strip().equals(name)) {
                    return unquoted(pair.substring(equals + 1).strip());
                }
                from = to + 1;
            }
        }
        return null;
    }

    private static String unquoted(String value) {
        return value.length() >= 2 && value.startsWith("\"") && value.endsWith("\"")
                ? value.substring(1, value.length() - 1)
                : value;
    }
}
