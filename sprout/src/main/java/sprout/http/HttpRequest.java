package sprout.http;

import java.io.InputStream;
import java.net.InetSocketAddress;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Gives a handler access to one request, which is valid until the handler returns. Not thread-safe: only the thread
 * that handles the request may use it.
 *
 * <p>Reading the body waits for bytes from the client, at most for the server's body time-out.
 */
public interface HttpRequest {
    /** The method as sent, case-sensitive (RFC 9110 section 9.1). */
    String method();

    /** The request target as sent: origin-form, absolute-form or {@code *} (RFC 9112 section 3.2). */
    String rawTarget();

    /** The path of the target as sent, still percent-encoded, without query; {@code *} for {@code OPTIONS *}. */
    String rawPath();

    /**
     * The path, percent-decoded as UTF-8. Dot segments are kept, so code that maps paths to files must refuse them.
     *
     * @throws HttpException with status 400 if an escape is malformed, is not UTF-8 or stands for NUL
     */
    String path();

    /** The text after the {@code ?} of the target, as sent; null if there is no {@code ?}. */
    @Nullable
    String query();

    /**
     * The first value of this query parameter, decoded ({@code +} is a space); empty for a name without a value; null
     * if absent.
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
     * Host and, if sent, port of the request: those of an absolute target, else those of the Host header (RFC 9112
     * section 3.2.2). Null only in HTTP/1.0 without a Host.
     */
    @Nullable
    String authority();

    /** Whether the request arrived over TLS of this server. If a proxy terminates TLS, this is false. */
    boolean secure();

    HttpVersion version();

    HttpHeaders headers();

    /**
     * The whole body, read to its end; empty if the request has no body. Repeated calls return the same array, which is
     * not copied.
     *
     * @throws HttpException with status 413 if the body is larger than the server allows; 408 if the client is too
     *     slow; 400 if the framing is invalid or the client left before the end; 503 if the server has no memory for
     *     the body within the body time-out
     * @throws IllegalStateException if {@link #bodyStream()} was called before
     */
    byte[] body();

    /**
     * The body as it arrives, under the same limits as {@link #body()}; failures are thrown as {@link HttpException},
     * not as {@link java.io.IOException}. After {@link #body()}, a stream over its array.
     */
    InputStream bodyStream();

    /**
     * Reserves memory for bytes of the body that the caller collects from {@link #bodyStream()} and keeps until the
     * request ends. Waits while the server's connections together hold too much memory.
     *
     * @param bytes in addition to earlier calls
     * @throws HttpException with status 503 if the server has no memory for them within the body time-out
     */
    default void hold(long bytes) {}

    /**
     * The fields after a chunked body, without those that are not allowed there. Complete only once the body has been
     * read to its end (RFC 9112 section 7.1.2).
     */
    HttpHeaders trailers();

    /** The address of the peer of the connection, which may be a proxy. */
    InetSocketAddress remoteAddress();

    /** The value stored under this name for this request; null if nothing was stored. */
    @Nullable
    Object attribute(String name);

    /** Stores a value for the rest of this request, so that filters can pass it on; null removes it. */
    void attribute(String name, @Nullable Object value);
}
