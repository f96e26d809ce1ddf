package sprout.websocket;

import org.junit.jupiter.api.Tag;
import sprout.server.ServerOptions.ExecutionMode;
import sprout.server.ServerOptions.ThreadType;

@Tag("slow")
final class HybridPlatformWebSocketTest extends WebSocketContract {
    HybridPlatformWebSocketTest() {
        super(ExecutionMode.HYBRID, ThreadType.PLATFORM);
    }
}
