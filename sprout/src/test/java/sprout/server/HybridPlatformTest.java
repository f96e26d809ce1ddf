package sprout.server;

import org.junit.jupiter.api.Tag;

@Tag("slow")
final class HybridPlatformTest extends ServerContract {
    HybridPlatformTest() {
        super(EngineMode.HYBRID_PLATFORM, false);
    }
}
