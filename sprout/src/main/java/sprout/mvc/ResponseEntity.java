package sprout.mvc;

import java.net.URI;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Combines a result with a status and headers. Immutable.
 *
 * @param status 200 to 599
 * @param headers names and values in order; a name may occur more than once
 * @param body null for none
 */
public record ResponseEntity<T>(
        int status,
        List<Map.Entry<String, String>> headers,
        @Nullable T body) {
    public ResponseEntity {
        headers = List.copyOf(headers);
    }

    /** Answers 200 with a body. */
    public static <T> ResponseEntity<T> ok(T body) {
        return status(200).body(body);
    }

    /** Starts a response with status 200. */
    public static Builder ok() {
        return status(200);
    }

    /**
     * Answers 303: the client requests the location with GET, for example after it sent a form (RFC 9110 section
     * 15.4.4).
     */
    public static <T> ResponseEntity<T> seeOther(String location) {
        return redirect(303, location);
    }

    /** Answers 307: the client repeats this request at the location, this time only. */
    public static <T> ResponseEntity<T> temporaryRedirect(String location) {
        return redirect(307, location);
    }

    /** Answers 308: the client repeats this request at the location, from now on. */
    public static <T> ResponseEntity<T> permanentRedirect(String location) {
        return redirect(308, location);
    }

    /**
     * Answers with a redirect.
     *
     * @param location a path or an absolute URI; characters beyond ASCII are encoded. Validate it if it comes from a
     *     request: otherwise a link can redirect your visitors to any site
     * @throws IllegalArgumentException if the location is not a URI
     */
    public static <T> ResponseEntity<T> redirect(int status, String location) {
        return status(status)
                .header("Location", URI.create(location).toASCIIString())
                .build();
    }

    /** Starts a response with status 201 and a {@code Location} header. */
    public static Builder created(String location) {
        return status(201).header("Location", location);
    }

    /** Answers 204. */
    public static <T> ResponseEntity<T> noContent() {
        return status(204).build();
    }

    /** Answers 404. */
    public static <T> ResponseEntity<T> notFound() {
        return status(404).build();
    }

    /** Starts a response with the given status, 200 to 599. */
    public static Builder status(int status) {
        return new Builder(status);
    }

    /** Collects the headers of a response. Not thread-safe. */
    public static final class Builder {
        private final int status;
        private final List<Map.Entry<String, String>> headers = new ArrayList<>();

        private Builder(int status) {
            this.status = status;
        }

        /** Adds a header; existing values of the same name stay. */
        public Builder header(String name, String value) {
            headers.add(Map.entry(name, value));
            return this;
        }

        /** Adds a {@code Set-Cookie} header. */
        public Builder cookie(ResponseCookie cookie) {
            return header("Set-Cookie", cookie.toString());
        }

        /** Sets the media type of the body. */
        public Builder contentType(String type) {
            return header("Content-Type", type);
        }

        /** Completes the response with a body, which is written like a controller's result; null for none. */
        public <T> ResponseEntity<T> body(@Nullable T body) {
            return new ResponseEntity<>(status, headers, body);
        }

        /** Completes the response without a body. */
        public <T> ResponseEntity<T> build() {
            return body(null);
        }
    }
}
