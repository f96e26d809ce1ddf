package sprout.server;

import sprout.server.ServerOptions.ExecutionMode;
import sprout.server.ServerOptions.ThreadType;

final class NioVirtualTlsTest extends ServerContract {
    NioVirtualTlsTest() {
        super(ExecutionMode.NIO, ThreadType.VIRTUAL, true);
    }
}
