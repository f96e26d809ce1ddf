package sprout.server;

import java.io.IOException;
import java.io.Serial;
import org.jspecify.annotations.Nullable;

/** The client left, or the exchange with it cannot go on; the connection is closed without a further word. */
class PeerException extends IOException {
    @Serial
    private static final long serialVersionUID = 1L;

    PeerException(String message, @Nullable Throwable cause) {
        super(message, cause);
    }
}
