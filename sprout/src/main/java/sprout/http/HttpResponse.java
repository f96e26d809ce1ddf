package sprout.http;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/**
 * One response, valid until its handler returns. Not thread-safe: it belongs to the thread that handles the request.
 *
 * <p>Status, headers and a body given as a whole stay changeable until the handler returns. Only a streamed body commits the
 * head earlier: once its buffer is full or flushed. The server adds {@code Date}, {@code Connection} and the framing fields, and
 * leaves the body out where the method or the status says so (HEAD, 204, 304).
 */
public interface HttpResponse {
    /**
     * Sets the status; 200 until then.
     *
     * @param status 200 to 599
     * @throws IllegalStateException if committed
     */
    HttpResponse status(int status);

    int status();

    /**
     * Sets a header and replaces its earlier values.
     *
     * @throws IllegalArgumentException if the name is no token or the value holds a control character (RFC 9110 section 5.5)
     *     or is not ISO-8859-1, so that nobody can inject a line; also for {@code Transfer-Encoding}, which is the server's
     * @throws IllegalStateException if committed
     */
    HttpResponse header(String name, String value);

    /** Adds a value to a header; otherwise like {@link #header(String, String)}. */
    HttpResponse addHeader(String name, String value);

    /** Takes all values of a header away; does nothing if there is none. */
    HttpResponse removeHeader(String name);

    /** The first value of a header set so far, the name without regard to case; null if there is none. */
    @Nullable
    String header(String name);

    /** Sets the whole body, which is not copied and must not change any more; the last of {@code body}, {@code text} and {@code file} wins. */
    HttpResponse body(byte[] body);

    /** Sets the whole body as UTF-8, and {@code Content-Type: text/plain; charset=utf-8} if there is no content type yet. */
    default HttpResponse text(String text) {
        if (header("Content-Type") == null) {
            header("Content-Type", "text/plain; charset=utf-8");
        }
        return body(text.getBytes(StandardCharsets.UTF_8));
    }

    /**
     * Sends a part of a file as body, by the kernel where it can (zero-copy). The file is opened at once and closed by the server.
     *
     * @param offset where to begin, in bytes, at least 0
     * @param length how many bytes, at least 0, not beyond the end of the file
     * @throws IOException if the file cannot be opened or is shorter
     */
    HttpResponse file(Path file, long offset, long length) throws IOException;

    /**
     * A stream that becomes the body; small bodies still go out in one write with a length, larger ones chunked, or as they are
     * if {@code Content-Length} was set. {@code flush} sends what is there, as server-sent events need it. Writing waits for a
     * slow client, at most for the server's write time-out. Closing is optional.
     *
     * <p>A handler that runs on an event loop ({@link HttpHandler#mayBlock} false) must not wait, so its stream collects the
     * body in memory until the handler returns.
     *
     * @throws IllegalStateException if a body was set already
     */
    OutputStream bodyStream();

    /**
     * Answers {@code 101 Switching Protocols} with the headers set so far, and gives the connection to another protocol when the
     * handler returns. What the client sent behind the request belongs to that protocol.
     *
     * @throws HttpException with status 400 if the request has a body or is not HTTP/1.1
     * @throws IllegalStateException if committed, or if a body was set already
     */
    default HttpResponse upgrade(Upgrade upgrade) {
        throw new UnsupportedOperationException("this response cannot switch to " + upgrade.protocol());
    }

    /**
     * Has this run, on another thread, when the server begins to stop before the response has ended, or at once if it does already:
     * for responses that would not end by themselves. It may run twice; what it throws is logged. The last one that is set counts.
     */
    default HttpResponse onStop(Runnable listener) {
        throw new UnsupportedOperationException("this response does not know when its server stops");
    }

    /** Whether a body was given, a stream for it was asked for, or an upgrade was. */
    boolean hasBody();

    /** Whether the head is on its way to the client and so cannot be changed any more. */
    boolean committed();

    /**
     * Goes back to status 200 without headers and body, for error handling.
     *
     * @throws IllegalStateException if committed
     */
    void reset();
}
