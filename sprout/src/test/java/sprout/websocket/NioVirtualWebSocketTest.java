package sprout.websocket;

import sprout.server.ServerOptions.ExecutionMode;
import sprout.server.ServerOptions.ThreadType;

final class NioVirtualWebSocketTest extends WebSocketContract {
    NioVirtualWebSocketTest() {
        super(ExecutionMode.NIO, ThreadType.VIRTUAL);
    }
}
