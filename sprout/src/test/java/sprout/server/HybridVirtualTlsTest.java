package sprout.server;

import sprout.server.ServerOptions.ExecutionMode;
import sprout.server.ServerOptions.ThreadType;

final class HybridVirtualTlsTest extends ServerContract {
    HybridVirtualTlsTest() {
        super(ExecutionMode.HYBRID, ThreadType.VIRTUAL, true);
    }
}
