package sprout.server;

import sprout.server.ServerOptions.ExecutionMode;
import sprout.server.ServerOptions.ThreadType;

final class HybridVirtualTest extends ServerContract {
    HybridVirtualTest() {
        super(ExecutionMode.HYBRID, ThreadType.VIRTUAL);
    }
}
