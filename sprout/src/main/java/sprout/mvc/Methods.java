package sprout.mvc;

import java.util.List;
import java.util.Set;
import java.util.TreeSet;

/**
 * Lists the HTTP methods that an application answers, as opposed to arbitrary names from clients (RFC 9110 section 9).
 */
final class Methods {
    /** Replaces a non-standard method in metrics, so that clients cannot create an unlimited number of values. */
    static final String UNKNOWN = "UNKNOWN";

    private static final Set<String> STANDARD =
            Set.of("GET", "HEAD", "POST", "PUT", "DELETE", "CONNECT", "OPTIONS", "TRACE", "PATCH");

    private final Set<String> answered = new TreeSet<>();

    Methods(List<Endpoint> endpoints) {
        answered.add("OPTIONS");
        for (Endpoint endpoint : endpoints) {
            answered.addAll(endpoint.route().methods());
        }
        if (answered.contains("GET")) {
            answered.add("HEAD");
        }
    }

    static boolean isStandard(String method) {
        return STANDARD.contains(method);
    }

    /** Whether a method is known. A known method is rejected with 404 or 405, an unknown one with 501. */
    boolean isKnown(String method) {
        return isStandard(method) || answered.contains(method);
    }

    /** The value of the {@code Allow} header for the whole server ({@code OPTIONS *}). */
    String allow() {
        return String.join(", ", answered);
    }
}
