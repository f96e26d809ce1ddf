package sprout.mvc;

import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** Compares media types (RFC 9110 sections 8.3.1 and 12.5.1). */
final class MediaTypes {
    static final String JSON = "application/json";
    static final String PROBLEM = "application/problem+json";
    static final String TEXT = "text/plain;charset=UTF-8";
    static final String BYTES = "application/octet-stream";

    private MediaTypes() {}

    /** Whether a content type is one of these, parameters aside; {@code application/json} takes every {@code +json} type too. */
    static boolean isOneOf(@Nullable String contentType, List<String> wanted) {
        if (contentType == null) {
            return false;
        }
        String type = essence(contentType);
        for (String one : wanted) {
            if (type.equals(essence(one)) || one.equals("*/*") || (one.equals(JSON) && type.endsWith("+json"))) {
                return true;
            }
        }
        return false;
    }

    /** Whether an {@code Accept} header allows one of these types; no header allows all. */
    static boolean isAccepted(@Nullable String accept, List<String> produced) {
        if (accept == null || accept.isBlank() || accept.equals("*/*") || produced.isEmpty()) {
            return true;
        }
        for (String range : accept.split(",", -1)) {
            for (String type : produced) {
                if (!isRefused(range) && includes(essence(range), essence(type))) {
                    return true;
                }
            }
        }
        return false;
    }

    private static boolean includes(String range, String type) {
        int slash = type.indexOf('/');
        return range.equals("*/*")
                || range.equals(type)
                || (range.endsWith("/*") && range.regionMatches(0, type, 0, slash + 1) && range.length() == slash + 2);
    }

    /** A weight of zero means "not acceptable" (RFC 9110 section 12.4.2). */
    private static boolean isRefused(String range) {
        int weight = range.toLowerCase(Locale.ROOT).indexOf("q=0");
        return weight >= 0
                && range.substring(weight + 3).replaceAll("[.0\\s]", "").isEmpty();
    }

    private static String essence(String type) {
        int semicolon = type.indexOf(';');
        return (semicolon < 0 ? type : type.substring(0, semicolon)).strip().toLowerCase(Locale.ROOT);
    }
}
