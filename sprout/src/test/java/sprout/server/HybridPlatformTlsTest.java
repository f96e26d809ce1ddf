package sprout.server;

import org.junit.jupiter.api.Tag;
import sprout.server.ServerOptions.ExecutionMode;
import sprout.server.ServerOptions.ThreadType;

@Tag("slow")
final class HybridPlatformTlsTest extends ServerContract {
    HybridPlatformTlsTest() {
        super(ExecutionMode.HYBRID, ThreadType.PLATFORM, true);
    }
}
