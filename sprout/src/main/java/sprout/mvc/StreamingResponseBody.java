package sprout.mvc;

import java.io.OutputStream;

/**
 * Writes a response body to a stream, for bodies that are too large for memory. It is called once, on the thread of the
 * request. If it fails before 8 KiB are exceeded or the stream is flushed, the client gets an error response. A later
 * failure closes the connection, so that the client detects the truncated body.
 */
@FunctionalInterface
public interface StreamingResponseBody {

    /** Writes the body. It need not close the stream. */
    void writeTo(OutputStream out) throws Exception;
}
