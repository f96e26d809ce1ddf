package sprout.server;

final class HybridPlatformTest extends ServerContract {
    HybridPlatformTest() {
        super(EngineMode.HYBRID_PLATFORM, false);
    }
}
