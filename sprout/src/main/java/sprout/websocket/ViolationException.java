package sprout.websocket;

import java.io.Serial;

/** Signals that the client broke the protocol or a limit, so that the session must end. */
final class ViolationException extends Exception {
    @Serial
    private static final long serialVersionUID = 1L;

    private final int code;

    ViolationException(int code, String message) {
        super(message);
        this.code = code;
    }

    /** The status code of the close frame that reports it to the client. */
    int code() {
        return code;
    }

    String reason() {
        return String.valueOf(getMessage());
    }
}
