package sprout.mvc;

import java.net.URI;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A result with its own status and headers. Immutable.
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

    /** Status 200 and a body. */
    public static <T> ResponseEntity<T> ok(T body) {
        return status(200).body(body);
    }

    /** Status 200 and what headers and body follow. */
    public static Builder ok() {
        return status(200);
    }

    /** Status 303: what was asked for is to be fetched by GET from there, as after a form was sent (RFC 9110 section 15.4.4). */
    public static <T> ResponseEntity<T> seeOther(String location) {
        return redirect(303, location);
    }

    /** Status 307: for now, the same request is to be sent there. */
    public static <T> ResponseEntity<T> temporaryRedirect(String location) {
        return redirect(307, location);
    }

    /** Status 308: from now on, the same request is to be sent there. */
    public static <T> ResponseEntity<T> permanentRedirect(String location) {
        return redirect(308, location);
    }

    /**
     * A redirect of another status.
     *
     * @param location a path or an absolute URI; characters beyond ASCII are encoded. Do not take it from a request unchecked, or
     *     your site sends its visitors wherever a link says
     * @throws IllegalArgumentException if it is no URI
     */
    public static <T> ResponseEntity<T> redirect(int status, String location) {
        return status(status)
                .header("Location", URI.create(location).toASCIIString())
                .build();
    }

    /** Status 201, {@code Location} and what body follows. */
    public static Builder created(String location) {
        return status(201).header("Location", location);
    }

    /** Status 204. */
    public static <T> ResponseEntity<T> noContent() {
        return status(204).build();
    }

    /** Status 404. */
    public static <T> ResponseEntity<T> notFound() {
        return status(404).build();
    }

    /** Any status. */
    public static Builder status(int status) {
        return new Builder(status);
    }

    /** Collects headers before the body. */
    public static final class Builder {
        private final int status;
        private final List<Map.Entry<String, String>> headers = new ArrayList<>();

        private Builder(int status) {
            this.status = status;
        }

        /** Adds a header. */
        public Builder header(String name, String value) {
            headers.add(Map.entry(name, value));
            return this;
        }

        /** Sets a cookie. */
        public Builder cookie(ResponseCookie cookie) {
            return header("Set-Cookie", cookie.toString());
        }

        /** Sets the media type of the body. */
        public Builder contentType(String type) {
            return header("Content-Type", type);
        }

        /** Completes it with a body, which is written like a controller's result. */
        public <T> ResponseEntity<T> body(@Nullable T body) {
            return new ResponseEntity<>(status, headers, body);
        }

        /** Completes it without a body. */
        public <T> ResponseEntity<T> build() {
            return body(null);
        }
    }
}
