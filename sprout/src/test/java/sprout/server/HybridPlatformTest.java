package sprout.server;

import sprout.server.ServerOptions.ExecutionMode;
import sprout.server.ServerOptions.ThreadType;

final class HybridPlatformTest extends ServerContract {
    HybridPlatformTest() {
        super(ExecutionMode.HYBRID, ThreadType.PLATFORM);
    }
}
