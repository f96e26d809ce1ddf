package sprout.websocket;

import sprout.server.ServerOptions.ExecutionMode;
import sprout.server.ServerOptions.ThreadType;

final class HybridVirtualWebSocketTest extends WebSocketContract {
    HybridVirtualWebSocketTest() {
        super(ExecutionMode.HYBRID, ThreadType.VIRTUAL);
    }
}
