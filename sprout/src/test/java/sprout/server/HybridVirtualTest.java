package sprout.server;

final class HybridVirtualTest extends ServerContract {
    HybridVirtualTest() {
        super(EngineMode.HYBRID_VIRTUAL, false);
    }
}
