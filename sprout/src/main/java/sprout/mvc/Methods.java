package sprout.mvc;

import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import sprout.http.HttpException;
import sprout.http.HttpRequest;
import sprout.http.HttpResponse;

/**
 * Lists the HTTP methods that an application answers, as opposed to arbitrary names from clients (RFC 9110 section 9).
 */
public final class Methods {
    /** Replaces a non-standard method in metrics, so that clients cannot create an unlimited number of values. */
    static final String UNKNOWN = "UNKNOWN";

    private static final Set<String> STANDARD =
            Set.of("GET", "HEAD", "POST", "PUT", "DELETE", "CONNECT", "OPTIONS", "TRACE", "PATCH");

    /** Those of static files, which every application has. */
    private static final List<String> READ_ONLY = List.of("GET", "HEAD", "OPTIONS");

    private final Set<String> answered = new TreeSet<>(READ_ONLY);

    Methods(List<Endpoint> endpoints) {
        for (Endpoint endpoint : endpoints) {
            List<String> methods = endpoint.route().methods();
            answered.addAll(methods.isEmpty() ? STANDARD : methods);
        }
        answered.remove("CONNECT"); // has no path, so that no route gets it
    }

    /** Whether a method is one of RFC 9110 section 9.3, or PATCH (RFC 5789). */
    public static boolean isStandard(String method) {
        return STANDARD.contains(method);
    }

    /**
     * Answers 501 if a method is unknown (RFC 9110 section 9.1).
     *
     * @throws HttpException with status 501
     */
    void requireKnown(String method) {
        if (!isStandard(method) && !answered.contains(method)) {
            throw new HttpException(501, "The method %s is not known here.".formatted(method));
        }
    }

    /**
     * Answers a method that a resource does not have: OPTIONS with those that it has, others with 405.
     *
     * @throws HttpException with status 405, or 501 if the method is unknown
     */
    void answerInstead(String allowed, HttpRequest request, HttpResponse response) {
        requireKnown(request.method());
        response.header("Allow", allowed);
        if (!request.method().equals("OPTIONS")) {
            throw new HttpException(405, "%s is not allowed here.".formatted(request.method()));
        }
    }

    /** The value of the {@code Allow} header for the whole server ({@code OPTIONS *}). */
    String allow() {
        return String.join(", ", answered);
    }
}
