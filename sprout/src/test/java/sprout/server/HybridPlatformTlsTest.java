package sprout.server;

import org.junit.jupiter.api.Tag;

@Tag("slow")
final class HybridPlatformTlsTest extends ServerContract {
    HybridPlatformTlsTest() {
        super(EngineMode.HYBRID_PLATFORM, true);
    }
}
