package sprout.http;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/**
 * Builds one response, which is valid until its handler returns. Not thread-safe: only the thread that handles the
 * request may use it.
 *
 * <p>Status, headers and a body that is set as a whole can be changed until the handler returns. A streamed body
 * commits the head earlier: when its buffer is full or flushed. The server adds {@code Date}, {@code Connection} and
 * the framing fields, and omits the body where the method or the status requires it (HEAD, 204, 205, 304).
 */
public interface HttpResponse {
    /**
     * Sets the status; the default is 200.
     *
     * @param status 200 to 599
     * @throws IllegalArgumentException if the status is out of range
     * @throws IllegalStateException if committed
     */
    HttpResponse status(int status);

    int status();

    /**
     * Sets a header and replaces its earlier values. {@code Connection} accepts only {@code close}, {@code keep-alive}
     * and {@code upgrade}.
     *
     * @throws IllegalArgumentException if the name is not a token, or the value has a control character (RFC 9110
     *     section 5.5) or a character outside ISO-8859-1; so no line can be injected. Also for
     *     {@code Transfer-Encoding}, which only the server sets, for other values of {@code Connection}, and for a
     *     {@code Content-Length} that is not a number
     * @throws IllegalStateException if committed
     */
    HttpResponse header(String name, String value);

    /** Adds a value to a header; otherwise like {@link #header(String, String)}. */
    HttpResponse addHeader(String name, String value);

    /**
     * Removes all values of a header.
     *
     * @throws IllegalStateException if committed
     */
    HttpResponse removeHeader(String name);

    /** The first value that was set for a header; null if it was not set. Names are compared without regard to case. */
    @Nullable
    String header(String name);

    /**
     * Sets the whole body. The array is not copied and must not change afterwards. The last of {@code body},
     * {@code text} and {@code file} wins.
     */
    HttpResponse body(byte[] body);

    /**
     * Sets the whole body as UTF-8, and {@code Content-Type: text/plain; charset=utf-8} if no content type has been
     * set.
     */
    default HttpResponse text(String text) {
        if (header("Content-Type") == null) {
            header("Content-Type", "text/plain; charset=utf-8");
        }
        return body(text.getBytes(StandardCharsets.UTF_8));
    }

    /**
     * Sets a part of a file as the body, which the kernel sends where it can (zero-copy). The server opens the file in
     * this call and closes it after the response.
     *
     * @param offset where to begin, in bytes, at least 0
     * @param length how many bytes, at least 0, not beyond the end of the file
     * @throws IOException if the file cannot be opened or does not have these bytes
     */
    HttpResponse file(Path file, long offset, long length) throws IOException;

    /**
     * A stream that becomes the body. A small body is sent in one write with a length. A larger one is chunked, or sent
     * without chunks if {@code Content-Length} was set. {@code flush} sends what has been written so far, as
     * server-sent events need it. Writing waits for a slow client, at most for the server's write time-out. Closing is
     * optional.
     *
     * <p>A handler that runs on an event loop ({@link HttpHandler#mayBlock} false) must not wait, so its stream
     * collects the body in memory until the handler returns.
     *
     * @throws IllegalStateException if a body was set before
     */
    OutputStream bodyStream();

    /**
     * Answers {@code 101 Switching Protocols} with the headers set so far, and hands the connection to another protocol
     * when the handler returns. Bytes that the client sent after the request belong to that protocol.
     *
     * @throws HttpException with status 400 if the request has a body or is not HTTP/1.1
     * @throws IllegalStateException if committed, or if a body was set before
     */
    default HttpResponse upgrade(Upgrade upgrade) {
        throw new UnsupportedOperationException("this response cannot switch to " + upgrade.protocol());
    }

    /**
     * Registers a listener for responses that would not end by themselves. The server calls it on another thread when
     * it begins to stop before the response has ended; if it is stopping already, immediately. It may run twice, and
     * what it throws is logged. Replaces an earlier listener.
     */
    default HttpResponse onStop(Runnable listener) {
        throw new UnsupportedOperationException("this response does not know when its server stops");
    }

    /** Whether the response has a body that is not empty, a stream for one, a file or an upgrade. */
    boolean hasBody();

    /** Whether the head has been passed on for sending, so that it can no longer be changed. */
    boolean committed();

    /**
     * Resets the response to status 200 without headers and body, for error handling.
     *
     * @throws IllegalStateException if committed
     */
    void reset();
}
