package sprout.server;

import sprout.server.ServerOptions.ExecutionMode;
import sprout.server.ServerOptions.ThreadType;

final class NioVirtualTest extends ServerContract {
    NioVirtualTest() {
        super(ExecutionMode.NIO, ThreadType.VIRTUAL);
    }
}
