package sprout.server;

import org.junit.jupiter.api.Tag;

@Tag("slow")
final class HybridVirtualTlsTest extends ServerContract {
    HybridVirtualTlsTest() {
        super(EngineMode.HYBRID_VIRTUAL, true);
    }
}
