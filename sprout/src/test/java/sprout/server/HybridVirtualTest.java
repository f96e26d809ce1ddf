package sprout.server;

import org.junit.jupiter.api.Tag;

@Tag("slow")
final class HybridVirtualTest extends ServerContract {
    HybridVirtualTest() {
        super(EngineMode.HYBRID_VIRTUAL, false);
    }
}
