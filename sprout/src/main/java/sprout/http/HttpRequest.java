package sprout.http;

import java.io.InputStream;
import java.net.InetSocketAddress;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * One request, valid until its handler returns. Not thread-safe: it belongs to the thread that handles it.
 *
 * <p>Reading the body waits for bytes of the client, at most for the server's body time-out.
 */
public interface HttpRequest {
    /** The method as sent, case-sensitive (RFC 9110 section 9.1). */
    String method();

    /** The request target as sent: origin-form, absolute-form or {@code *} (RFC 9112 section 3.2). */
    String rawTarget();

    /** The path of the target as sent, still percent-encoded, without query; {@code *} for {@code OPTIONS *}. */
    String rawPath();

    /**
     * The path, percent-decoded as UTF-8. Dot segments are kept as they are: whoever maps paths to files must refuse them.
     *
     * @throws HttpException with status 400 if an escape is malformed, is not UTF-8 or stands for NUL
     */
    String path();

    /** What follows the {@code ?} of the target, as sent; null if there is no {@code ?}. */
    @Nullable
    String query();

    /**
     * The first value of this query parameter, decoded ({@code +} is a space); empty for a name without value; null if absent.
     *
     * @throws HttpException with status 400 if the query cannot be decoded
     */
    @Nullable
    String queryParameter(String name);

    /**
     * All values of this query parameter in the order sent, decoded; empty if absent.
     *
     * @throws HttpException with status 400 if the query cannot be decoded
     */
    List<String> queryParameters(String name);

    /**
     * Host and port, if sent, that the request is for: those of an absolute target, else those of the Host header (RFC 9112 section
     * 3.2.2). Null only in HTTP/1.0 without a Host.
     */
    @Nullable
    String authority();

    /** Whether it came through TLS of this server; what a proxy before it speaks is not known here. */
    boolean secure();

    HttpVersion version();

    HttpHeaders headers();

    /**
     * The whole body, read to its end; empty if there is none. Repeated calls return the same array.
     *
     * @throws HttpException with status 413 if it is larger than the server allows, 408 if the client is too slow, 400 if its
     *     framing is broken or the client left before its end
     * @throws IllegalStateException if {@link #bodyStream()} was read already
     */
    byte[] body();

    /** The body as it arrives, under the same limits as {@link #body()}; failures are thrown as {@link HttpException}. */
    InputStream bodyStream();

    /**
     * Says that so many more bytes of the body stay in memory until the request ends, for code that collects them from {@link
     * #bodyStream()}. The server counts them, and lets this wait while its connections hold too much.
     *
     * @throws HttpException with status 503 if there is no room for them within the body time-out
     */
    default void hold(long bytes) {}

    /** Fields that followed a chunked body; empty until the body was read to its end (RFC 9112 section 7.1.2). */
    HttpHeaders trailers();

    /** The address of the peer of the connection, which may be a proxy. */
    InetSocketAddress remoteAddress();

    /** What was stored under this name for this request; null if nothing was. */
    @Nullable
    Object attribute(String name);

    /** Stores a value for the rest of this request, for filters that pass something on; null removes it. */
    void attribute(String name, @Nullable Object value);
}
