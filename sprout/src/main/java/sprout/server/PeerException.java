package sprout.server;

import java.io.IOException;
import java.io.Serial;
import org.jspecify.annotations.Nullable;

/**
 * Signals that the client left, or that the exchange cannot continue. The connection is closed without a further
 * answer.
 */
class PeerException extends IOException {
    @Serial
    private static final long serialVersionUID = 1L;

    PeerException(String message, @Nullable Throwable cause) {
        super(message, cause);
    }
}
