package sprout.mvc;

import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** Compares media types and negotiates content (RFC 9110 sections 8.3.1 and 12.5.1). */
final class MediaTypes {
    static final String JSON = "application/json";
    static final String PROBLEM = "application/problem+json";
    static final String TEXT = "text/plain;charset=UTF-8";
    static final String BYTES = "application/octet-stream";
    private static final String ANY = "*/*";

    private MediaTypes() {}

    /**
     * Whether a content type is one of the given types; parameters are ignored. {@code application/json} includes every
     * {@code +json} type.
     */
    static boolean isOneOf(@Nullable String contentType, List<String> wanted) {
        if (contentType == null) {
            return false;
        }
        String type = essence(contentType);
        for (String one : wanted) {
            if (includes(essence(one), type) > 0 || (one.equals(JSON) && type.endsWith("+json"))) {
                return true;
            }
        }
        return false;
    }

    /**
     * Returns the produced type with the highest weight in the {@code Accept} header; of equal ones the first; null if
     * none is acceptable. If nothing is asked for, the first type is returned.
     *
     * @param accept the elements of the header
     */
    static @Nullable String best(List<String> accept, List<String> produced) {
        if (accept.isEmpty() || accept.equals(List.of(ANY))) {
            return produced.getFirst();
        }
        String best = null;
        double bestWeight = 0;
        for (String type : produced) {
            double weight = weight(accept, essence(type));
            if (weight > bestWeight) {
                bestWeight = weight;
                best = type;
            }
        }
        return best;
    }

    /** The weight of the most specific range that includes the type; 0 if none does. */
    private static double weight(List<String> accept, String type) {
        int bestMatch = 0;
        double weight = 0;
        for (String range : accept) {
            int match = includes(essence(range), type);
            if (match > bestMatch) {
                bestMatch = match;
                weight = weight(range);
            }
        }
        return weight;
    }

    /**
     * The weight in {@code q=} (section 12.4.2); 1 if absent, 0 if invalid. The zero before the point may be missing,
     * because older Java clients accept {@code *; q=.2}.
     */
    private static double weight(String range) {
        if (range.indexOf(';') < 0) {
            return 1;
        }
        String weight = HeaderParameters.of(range).getOrDefault("q", "1");
        return weight.matches("0(\\.[0-9]{0,3})?|\\.[0-9]{1,3}|1(\\.0{0,3})?") ? Double.parseDouble(weight) : 0;
    }

    /**
     * How specifically a range includes a type: 3 exactly, 2 by its main type, 1 as {@code *}{@code /*} or
     * {@code *}, 0 not at all.
     */
    private static int includes(String range, String type) {
        if (range.equals(type)) {
            return 3;
        }
        if (range.equals(ANY) || range.equals("*")) {
            return 1;
        }
        boolean byMainType = range.endsWith("/*") && type.startsWith(range.substring(0, range.length() - 1));
        return byMainType ? 2 : 0;
    }

    /** The media type without parameters, in lower case. */
    static String essence(String type) {
        int semicolon = type.indexOf(';');
        return (semicolon < 0 ? type : type.substring(0, semicolon)).strip().toLowerCase(Locale.ROOT);
    }

    static boolean isUtf8(String charset) {
        return charset.equalsIgnoreCase("UTF-8")
                || charset.equalsIgnoreCase("utf8")
                || charset.equalsIgnoreCase("US-ASCII");
    }
}
