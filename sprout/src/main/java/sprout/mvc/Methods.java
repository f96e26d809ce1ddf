package sprout.mvc;

import java.util.List;
import java.util.Set;
import java.util.TreeSet;

/** The methods that an application answers at all, as opposed to any word that a client may send (RFC 9110 section 9). */
final class Methods {
    /** In place of a method that is not known, where the number of different values must stay small. */
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

    /** Whether a refusal concerns one resource (404, 405), and not the method as such (501). */
    boolean isKnown(String method) {
        return isStandard(method) || answered.contains(method);
    }

    /** The value of an {@code Allow} field for the whole server. */
    String allow() {
        return String.join(", ", answered);
    }
}
