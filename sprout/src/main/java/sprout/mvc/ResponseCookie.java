package sprout.mvc;

import java.time.Duration;
import org.jspecify.annotations.Nullable;
import sprout.http.HttpResponse;

/**
 * Describes a cookie to set (RFC 6265 section 4.1; {@code SameSite} and name prefixes as in RFC 6265bis). Immutable.
 * The constructor validates all parts, so that no value can add an attribute or a header.
 *
 * @param maxAge how long the client keeps the cookie, in whole seconds, rounded down; zero deletes it; null until the
 *     end of the client's session
 * @param sameSite null for the default of the client, {@link SameSite#LAX}
 */
public record ResponseCookie(
        String name,
        String value,
        @Nullable String domain,
        @Nullable String path,
        @Nullable Duration maxAge,
        boolean secure,
        boolean httpOnly,
        @Nullable SameSite sameSite) {

    /** Says which cross-site requests carry the cookie: none, only followed links, or all. */
    public enum SameSite {
        STRICT("Strict"),
        LAX("Lax"),
        NONE("None");

        private final String text;

        SameSite(String text) {
            this.text = text;
        }
    }

    public ResponseCookie {
        require(name.matches("[!#$%&'*+.^_`|~0-9A-Za-z-]+"), name, "its name must be a token");
        require(
                value.chars().allMatch(ResponseCookie::isCookieOctet),
                name,
                "its value must not have spaces, quotes, commas, semicolons, backslashes or characters beyond ASCII: encode it");
        require(
                isAttribute(domain) && isAttribute(path),
                name,
                "domain and path must not have control characters or ;");
        require(path == null || path.startsWith("/"), name, "its path must begin with /");
        require(maxAge == null || !maxAge.isNegative(), name, "its max age must not be negative");
        require(sameSite != SameSite.NONE || secure, name, "SameSite=None needs Secure");
        require(!name.startsWith("__Secure-") || secure, name, "the prefix __Secure- needs Secure");
        require(
                !name.startsWith("__Host-") || (secure && domain == null && "/".equals(path)),
                name,
                "the prefix __Host- needs Secure, the path / and no domain");
    }

    private static void require(boolean sound, String name, String rule) {
        if (!sound) {
            throw new IllegalArgumentException("cookie '%s': %s".formatted(name, rule));
        }
    }

    private static boolean isCookieOctet(int c) {
        return c > ' ' && c < 0x7f && c != '"' && c != ',' && c != ';' && c != '\\';
    }

    private static boolean isAttribute(@Nullable String text) {
        return text == null || text.chars().allMatch(c -> c >= ' ' && c < 0x7f && c != ';');
    }

    /**
     * Creates a cookie for the whole site that scripts cannot read ({@code HttpOnly}). From other sites, browsers send
     * it only when users follow links ({@code SameSite=Lax}). It is {@code Secure} only if a prefix of its name
     * requires that. Use the {@code with} methods to change this.
     *
     * @throws IllegalArgumentException if the name or value has characters that a cookie must not have
     */
    public static ResponseCookie of(String name, String value) {
        boolean secure = name.startsWith("__Secure-") || name.startsWith("__Host-");
        return new ResponseCookie(name, value, null, "/", null, secure, true, SameSite.LAX);
    }

    /** Creates the cookie that deletes this one; name, domain and path are the same. */
    public ResponseCookie deleted() {
        return new ResponseCookie(name, "", domain, path, Duration.ZERO, secure, httpOnly, sameSite);
    }

    public ResponseCookie withDomain(String newDomain) {
        return new ResponseCookie(name, value, newDomain, path, maxAge, secure, httpOnly, sameSite);
    }

    public ResponseCookie withPath(String newPath) {
        return new ResponseCookie(name, value, domain, newPath, maxAge, secure, httpOnly, sameSite);
    }

    public ResponseCookie withMaxAge(Duration newMaxAge) {
        return new ResponseCookie(name, value, domain, path, newMaxAge, secure, httpOnly, sameSite);
    }

    public ResponseCookie withSecure(boolean isSecure) {
        return new ResponseCookie(name, value, domain, path, maxAge, isSecure, httpOnly, sameSite);
    }

    public ResponseCookie withHttpOnly(boolean isHttpOnly) {
        return new ResponseCookie(name, value, domain, path, maxAge, secure, isHttpOnly, sameSite);
    }

    public ResponseCookie withSameSite(SameSite newSameSite) {
        return new ResponseCookie(name, value, domain, path, maxAge, secure, httpOnly, newSameSite);
    }

    /** Adds the cookie to a response. */
    public void addTo(HttpResponse response) {
        response.addHeader("Set-Cookie", toString());
    }

    /** The value of a {@code Set-Cookie} header. */
    @Override
    public String toString() {
        StringBuilder text = new StringBuilder(name).append('=').append(value);
        append(text, "Domain", domain);
        append(text, "Path", path);
        append(text, "Max-Age", maxAge == null ? null : String.valueOf(maxAge.toSeconds()));
        text.append(secure ? "; Secure" : "").append(httpOnly ? "; HttpOnly" : "");
        append(text, "SameSite", sameSite == null ? null : sameSite.text);
        return text.toString();
    }

    private static void append(StringBuilder text, String name, @Nullable String value) {
        if (value != null) {
            text.append("; ").append(name).append('=').append(value);
        }
    }
}
