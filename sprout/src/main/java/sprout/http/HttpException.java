package sprout.http;

import java.io.Serial;
import org.jspecify.annotations.Nullable;

/**
 * Signals that a request cannot be answered as asked. Handlers may throw it: the server answers with its status and
 * detail.
 */
public class HttpException extends RuntimeException {
    @Serial
    private static final long serialVersionUID = 1L;

    private final int status;

    /**
     * @param status 400 to 599
     * @param detail one sentence for the client; must not quote secrets or stack traces
     */
    public HttpException(int status, String detail) {
        this(status, detail, null);
    }

    /**
     * @param status 400 to 599
     * @param detail one sentence for the client; must not quote secrets or stack traces
     * @param cause for the log only
     */
    public HttpException(int status, String detail, @Nullable Throwable cause) {
        super(detail, cause);
        if (status < 400 || status > 599) {
            throw new IllegalArgumentException("status of an HttpException must be 400 to 599, not " + status);
        }
        this.status = status;
    }

    /** The status code of the response, 400 to 599: 4xx if the request is at fault, 5xx if the server is. */
    public int status() {
        return status;
    }

    /** One sentence that the client gets to see. */
    public String detail() {
        return String.valueOf(getMessage());
    }
}
