package sprout.mvc;

import java.time.Instant;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import sprout.http.HttpException;
import sprout.http.HttpRequest;

/**
 * Evaluates the conditions of a request that changes something (RFC 9110 section 13), for example that no other client
 * has changed it since. Belongs to one request.
 *
 * <p>A controller method that knows the current version takes this as a parameter, and calls {@link #require} before its
 * change, in the same transaction. If a method has neither such a parameter nor another one by which it sees the header,
 * no version is known, and the framework answers 412 instead of calling the method if {@code If-Match} names one.
 */
public final class Preconditions {
    private static final Set<String> SAFE = Set.of("GET", "HEAD", "OPTIONS", "TRACE");

    private final HttpRequest request;

    Preconditions(HttpRequest request) {
        this.request = request;
    }

    /**
     * Requires that the conditions allow a change of the current version.
     *
     * @param etag the entity tag of the current version, with its quotes; null if nothing exists yet
     * @throws HttpException with status 412 if they do not
     */
    public void require(@Nullable String etag) {
        require(etag, null);
    }

    /**
     * Requires that the conditions allow a change of the current version. Does nothing for GET and HEAD: for these, the
     * {@code ETag} and {@code Last-Modified} of the response decide.
     *
     * @param etag the entity tag of the current version, with its quotes; null if it has none
     * @param modified when that version was made; null if unknown. If both are null, nothing exists yet
     * @throws HttpException with status 412 if they do not
     */
    public void require(@Nullable String etag, @Nullable Instant modified) {
        boolean exists = etag != null || modified != null;
        boolean met = exists
                ? new Conditions(etag, modified).mayChange(request)
                : !request.headers().contains("If-Match");
        if (!met && !SAFE.contains(request.method())) {
            throw failed();
        }
    }

    /**
     * Refuses a change if {@code If-Match} names versions, because none is known (section 13.1.1). The other conditions
     * are true without a known version, or ask only whether anything exists ({@code *}), which is not known either.
     *
     * @throws HttpException with status 412
     */
    static void requireNoVersion(HttpRequest request) {
        if (!SAFE.contains(request.method())
                && request.headers().mayHaveConditions()
                && request.headers().contains("If-Match")
                && !request.headers().entityTags("If-Match").equals(List.of("*"))) {
            throw failed();
        }
    }

    private static HttpException failed() {
        return new HttpException(412, Conditions.FAILED);
    }
}
