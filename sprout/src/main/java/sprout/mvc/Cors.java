package sprout.mvc;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;
import sprout.config.AppConfig;
import sprout.config.ConfigException;
import sprout.config.Setting;
import sprout.http.HttpException;
import sprout.http.HttpHeaders;
import sprout.http.HttpRequest;
import sprout.http.HttpResponse;

/**
 * Allows pages of other origins to read responses, and answers preflight requests (WHATWG Fetch section 3.3, "CORS
 * protocol"). Other requests from a foreign origin are handled normally; the browser withholds the response from the
 * page. Immutable.
 */
final class Cors {
    private static final List<String> ANY = List.of("*");

    private static final Setting<List<String>> ORIGINS = Setting.list(Setting.text(
            "cors.allowed-origins",
            "",
            "`*`, or origins such as `https://example.org` whose pages may read responses; no CORS unless it is set"));
    private static final Setting<List<String>> METHODS =
            Setting.list(Setting.text("cors.allowed-methods", "", "`*` or methods; GET, HEAD, POST unless it is set"));
    private static final Setting<List<String>> HEADERS = Setting.list(Setting.text(
            "cors.allowed-headers", "", "`*` or request headers that pages may send besides the safe ones"));
    private static final Setting<List<String>> EXPOSED = Setting.list(Setting.text(
            "cors.exposed-headers", "", "`*` or response headers that pages may read besides the safe ones"));
    private static final Setting<Boolean> CREDENTIALS = Setting.flag(
            "cors.allow-credentials", "false", "whether pages may send cookies; only with origins that are named");
    private static final Setting<Duration> MAX_AGE =
            Setting.duration("cors.max-age", "30m", "how long a browser may remember what it asked beforehand");

    /** All settings of this class. */
    static final List<Setting<?>> SETTINGS = List.of(ORIGINS, METHODS, HEADERS, EXPOSED, CREDENTIALS, MAX_AGE);

    private final Origins origins;
    private final List<String> methods;
    private final List<String> headers;
    private final String exposed;
    private final boolean credentials;
    private final String maxAge;

    private Cors(AppConfig config, Origins origins) {
        this.origins = origins;
        this.methods = config.find(METHODS).orElse(List.of("GET", "HEAD", "POST"));
        this.headers = lowerCase(config.get(HEADERS));
        List<String> exposedHeaders = config.get(EXPOSED);
        this.exposed = String.join(", ", exposedHeaders);
        this.credentials = config.get(CREDENTIALS);
        this.maxAge = String.valueOf(config.get(MAX_AGE).toSeconds());
        if (credentials && (origins.any() || exposedHeaders.equals(ANY))) {
            throw new ConfigException(
                    "%s is '*', but must name each one while cors.allow-credentials is true: browsers refuse the combination"
                            .formatted(origins.any() ? "cors.allowed-origins" : "cors.exposed-headers"));
        }
    }

    /**
     * Reads the settings below {@code cors}; null without {@code cors.allowed-origins}.
     *
     * @throws ConfigException if an origin is invalid, or credentials are allowed to all origins
     */
    static @Nullable Cors from(AppConfig config) {
        Origins origins = Origins.of(config, ORIGINS);
        return origins.isEmpty() ? null : new Cors(config, origins);
    }

    private static List<String> lowerCase(List<String> texts) {
        List<String> lower = new ArrayList<>();
        for (String text : texts) {
            lower.add(text.toLowerCase(Locale.ROOT));
        }
        return List.copyOf(lower);
    }

    /**
     * Sets the CORS headers of a response.
     *
     * @return true if the request was a preflight request and is answered
     * @throws HttpException with status 403 if a preflight request asks for something that is not allowed
     */
    boolean answered(HttpRequest request, HttpResponse response) {
        String origin = request.headers().first("Origin");
        String method = request.headers().first("Access-Control-Request-Method");
        if (!origins.any()) {
            response.addHeader("Vary", "Origin");
        }
        if (origin != null && method != null && request.method().equals("OPTIONS")) {
            response.addHeader("Vary", "Access-Control-Request-Method, Access-Control-Request-Headers");
            allow(request.headers(), origin, method, response);
            return true;
        }
        // If all may read it, this is said to everybody: a cache may pass it on to a page of another origin.
        if (origins.any() || (origin != null && origins.allow(origin))) {
            allowOrigin(origin, response);
            if (!exposed.isEmpty()) {
                response.header("Access-Control-Expose-Headers", exposed);
            }
        }
        return false;
    }

    private void allow(HttpHeaders asked, String origin, String method, HttpResponse response) {
        List<String> wanted = asked.elements("Access-Control-Request-Headers").stream()
                .map(name -> name.toLowerCase(Locale.ROOT))
                .toList();
        require(origins.allow(origin), "The origin", origin);
        require(isAllowed(methods, method), "The method", method);
        wanted.forEach(header -> require(isAllowed(headers, header), "The header", header));
        allowOrigin(origin, response);
        response.header("Access-Control-Allow-Methods", methods.equals(ANY) ? method : String.join(", ", methods));
        if (!wanted.isEmpty()) {
            response.header("Access-Control-Allow-Headers", String.join(", ", wanted));
        }
        response.header("Access-Control-Max-Age", maxAge).status(204);
    }

    /** The origin is null only if all are allowed. */
    private void allowOrigin(@Nullable String origin, HttpResponse response) {
        response.header("Access-Control-Allow-Origin", origins.any() || origin == null ? "*" : origin);
        if (credentials) {
            response.header("Access-Control-Allow-Credentials", "true");
        }
    }

    private static boolean isAllowed(List<String> allowed, String wanted) {
        return allowed.equals(ANY) || allowed.contains(wanted);
    }

    private static void require(boolean allowed, String what, String value) {
        if (!allowed) {
            throw new HttpException(403, "%s %s is not allowed from another origin.".formatted(what, value));
        }
    }
}
