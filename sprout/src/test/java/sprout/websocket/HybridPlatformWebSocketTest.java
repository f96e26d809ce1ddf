package sprout.websocket;

import sprout.server.ServerOptions.ExecutionMode;
import sprout.server.ServerOptions.ThreadType;

final class HybridPlatformWebSocketTest extends WebSocketContract {
    HybridPlatformWebSocketTest() {
        super(ExecutionMode.HYBRID, ThreadType.PLATFORM);
    }
}
