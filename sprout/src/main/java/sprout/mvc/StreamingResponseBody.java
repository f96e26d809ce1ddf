package sprout.mvc;

import java.io.OutputStream;

/**
 * A result that writes its body itself, for bodies too large to be held in memory. Called once, on the thread of the request; a
 * failure before the first 8 KiB becomes an error response, a later one cuts the connection, so that the client sees it.
 */
@FunctionalInterface
public interface StreamingResponseBody {

    /** Writes the body; need not close the stream. */
    void writeTo(OutputStream out) throws Exception;
}
