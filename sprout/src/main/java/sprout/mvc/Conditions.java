package sprout.mvc;

import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;
import sprout.http.HttpDate;
import sprout.http.HttpRequest;
import sprout.http.HttpResponse;

/**
 * Evaluates conditional requests (RFC 9110 section 13).
 *
 * @param etag the entity tag of the current version, with its quotes; null if it has none
 * @param modified when that version was made, null if unknown; truncated to seconds, because header fields have no
 *     fractions
 */
record Conditions(@Nullable String etag, @Nullable Instant modified) {
    /** The detail of a 412. */
    static final String FAILED = "The current version does not meet the conditions of the request.";

    private static final Duration ONE_SECOND = Duration.ofSeconds(1);

    Conditions {
        modified = modified == null ? null : modified.truncatedTo(ChronoUnit.SECONDS);
    }

    /**
     * Whether conditions and ranges apply to a response: only to GET and HEAD, because for other methods the controller
     * has already done its work ({@link Preconditions}), and only if the status would otherwise be 200 (sections 13.2.1
     * and 14.2).
     */
    static boolean apply(HttpRequest request, HttpResponse response) {
        return response.status() == 200 && reads(request);
    }

    /**
     * Replaces a response by 304 or 412 if the client's conditions ask for that. Without {@code ETag} and
     * {@code Last-Modified}, a star still matches, and no tag does.
     *
     * @return whether it did, so that no body may follow
     */
    static boolean replace(HttpRequest request, HttpResponse response) {
        if (!apply(request, response) || !request.headers().mayHaveConditions()) {
            return false;
        }
        String modified = response.header("Last-Modified");
        return new Conditions(response.header("ETag"), modified == null ? null : HttpDate.parse(modified))
                .refused(request, response);
    }

    /** Answers a GET or HEAD with 304 or 412 if the client's conditions ask for that; returns whether it did. */
    boolean refused(HttpRequest request, HttpResponse response) {
        int refusal = refusal(request);
        if (refusal == 412) {
            ErrorResponses.replaceResult(Problem.of(412, FAILED), response);
        } else if (refusal != 0) {
            response.status(refusal);
        }
        return refusal != 0;
    }

    private static boolean reads(HttpRequest request) {
        return request.method().equals("GET") || request.method().equals("HEAD");
    }

    /**
     * Returns the status that replaces the response to a GET or HEAD, 304 or 412, or 0 to proceed. Evaluates in the
     * order of section 13.2.2.
     */
    private int refusal(HttpRequest request) {
        if (!mayProceed(request)) {
            return 412;
        }
        if (request.headers().contains("If-None-Match")) {
            return isKnown(request) ? 304 : 0;
        }
        Instant since = date(request, "If-Modified-Since");
        return since != null && modified != null && !modified.isAfter(since) ? 304 : 0;
    }

    /** Whether a method that may change this version may be performed (section 13.2.2). */
    boolean mayChange(HttpRequest request) {
        return mayProceed(request) && !isKnown(request);
    }

    private boolean isKnown(HttpRequest request) {
        String current = etag == null ? null : withoutWeakness(etag);
        return anyTag(request, "If-None-Match", tag -> withoutWeakness(tag).equals(current));
    }

    private boolean mayProceed(HttpRequest request) {
        if (request.headers().contains("If-Match")) {
            // A weak tag is never equal here (section 8.8.3.2).
            return anyTag(request, "If-Match", tag -> tag.equals(etag) && !tag.startsWith("W/"));
        }
        Instant since = date(request, "If-Unmodified-Since");
        return since == null || modified == null || !modified.isAfter(since);
    }

    /**
     * Whether a range may be sent because the client has the current version (section 13.1.5). A date proves this only
     * if the version is older than a second: another version could have been made in the same second (section 8.8.2.2).
     */
    boolean rangeApplies(HttpRequest request) {
        List<String> versions = request.headers().all("If-Range");
        if (versions.isEmpty()) {
            return true;
        }
        String version = versions.getFirst();
        return versions.size() == 1 && (version.equals(etag) || isUnmodifiedSince(version));
    }

    private boolean isUnmodifiedSince(String version) {
        return modified != null
                && modified.equals(HttpDate.parse(version))
                && modified.plus(ONE_SECOND).isBefore(Instant.now());
    }

    /** Tests the tags of a list; a star alone stands for every tag. */
    private static boolean anyTag(HttpRequest request, String name, Predicate<String> test) {
        List<String> tags = request.headers().entityTags(name);
        return tags.equals(List.of("*")) || tags.stream().anyMatch(test);
    }

    private static String withoutWeakness(String tag) {
        return tag.startsWith("W/") ? tag.substring(2) : tag;
    }

    /** The date in a header field; null if the field is missing, repeated or invalid, and so must be ignored. */
    private static @Nullable Instant date(HttpRequest request, String name) {
        List<String> values = request.headers().all(name);
        return values.size() == 1 ? HttpDate.parse(values.getFirst()) : null;
    }
}
