package sprout.server;

import java.io.Serial;

/** Signals that the client did not send or take bytes in time. */
final class TimeoutException extends PeerException {
    @Serial
    private static final long serialVersionUID = 1L;

    TimeoutException(String message) {
        super(message, null);
    }
}
