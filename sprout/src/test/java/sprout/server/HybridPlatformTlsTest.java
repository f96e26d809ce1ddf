package sprout.server;

import sprout.server.ServerOptions.ExecutionMode;
import sprout.server.ServerOptions.ThreadType;

final class HybridPlatformTlsTest extends ServerContract {
    HybridPlatformTlsTest() {
        super(ExecutionMode.HYBRID, ThreadType.PLATFORM, true);
    }
}
