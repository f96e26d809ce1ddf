package sprout.mvc;

import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Compares media types and negotiates content (RFC 9110 sections 8.3.1 and 12.5.1). */
final class MediaTypes {
    static final String JSON = "application/json";
    static final String PROBLEM = "application/problem+json";
    static final String TEXT = "text/plain;charset=UTF-8";
    static final String BYTES = "application/octet-stream";
    private static final String ANY = "*/*";

    private static final int EXACT = 4;
    private static final int OTHER_PARAMETERS = 3;

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
     * Returns the produced type with the highest weight in the {@code Accept} header; null if none is acceptable. Of
     * equal ones it is the first, unless only a later one has the parameters that are asked for. If nothing is asked
     * for, the first type is returned.
     *
     * @param accept the elements of the header
     */
    static @Nullable String best(List<String> accept, List<String> produced) {
        if (accept.isEmpty() || accept.equals(List.of(ANY))) {
            return produced.getFirst();
        }
        String best = null;
        Weight bestWeight = Weight.NONE;
        for (String type : produced) {
            Weight weight = weight(accept, type);
            if (weight.isMoreThan(bestWeight)) {
                bestWeight = weight;
                best = type;
            }
        }
        return best;
    }

    /** @param match how specifically the range that counts includes the type */
    private record Weight(double weight, int match) {
        static final Weight NONE = new Weight(0, 0);

        boolean isMoreThan(Weight other) {
            return weight > other.weight
                    || (weight == other.weight && match >= EXACT && other.match == OTHER_PARAMETERS);
        }
    }

    /** The weight of the most specific range that includes the type; 0 if none does. */
    private static Weight weight(List<String> accept, String type) {
        Weight best = Weight.NONE;
        String essence = essence(type);
        for (String range : accept) {
            int match = matches(range, type, essence);
            if (match > best.match) {
                best = new Weight(weight(range), match);
            }
        }
        return best;
    }

    /**
     * Like {@link #includes}, but more for each parameter that the type shares with the range, and less if it lacks one. A
     * range with such a parameter counts only if no other range names the type, because clients send parameters, such
     * as {@code charset}, that a type need not have.
     */
    private static int matches(String range, String type, String essence) {
        int match = includes(essence(range), essence);
        if (match < EXACT || range.indexOf(';') < 0) {
            return match;
        }
        Map<String, String> asked = HeaderParameters.of(range);
        asked.remove("q");
        Map<String, String> given = HeaderParameters.of(type);
        boolean all =
                asked.entrySet().stream().allMatch(one -> one.getValue().equalsIgnoreCase(given.get(one.getKey())));
        return all ? EXACT + asked.size() : OTHER_PARAMETERS;
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
     * How specifically a range includes a type: {@link #EXACT}, 2 by its main type, 1 as {@code *}{@code /*} or
     * {@code *}, 0 not at all.
     */
    private static int includes(String range, String type) {
        if (range.equals(type)) {
            return EXACT;
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
