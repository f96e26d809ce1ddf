package sprout.websocket;

import sprout.server.ServerOptions.ExecutionMode;
import sprout.server.ServerOptions.ThreadType;

final class NioPlatformWebSocketTest extends WebSocketContract {
    NioPlatformWebSocketTest() {
        super(ExecutionMode.NIO, ThreadType.PLATFORM);
    }
}
