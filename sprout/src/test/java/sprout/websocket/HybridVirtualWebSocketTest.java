package sprout.websocket;

import org.junit.jupiter.api.Tag;
import sprout.server.ServerOptions.ExecutionMode;
import sprout.server.ServerOptions.ThreadType;

@Tag("slow")
final class HybridVirtualWebSocketTest extends WebSocketContract {
    HybridVirtualWebSocketTest() {
        super(ExecutionMode.HYBRID, ThreadType.VIRTUAL);
    }
}
