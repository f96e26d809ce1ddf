package sprout.websocket;

import java.io.Serial;

/** The client broke the protocol or a limit, so that the session must end. */
final class ViolationException extends Exception {
    @Serial
    private static final long serialVersionUID = 1L;

    private final int code;

    ViolationException(int code, String message) {
        super(message);
        this.code = code;
    }

    /** The status code of the close frame that tells the client so. */
    int code() {
        return code;
    }

    String reason() {
        return String.valueOf(getMessage());
    }
}
