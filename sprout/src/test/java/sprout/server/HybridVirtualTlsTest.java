package sprout.server;

import org.junit.jupiter.api.Tag;
import sprout.server.ServerOptions.ExecutionMode;
import sprout.server.ServerOptions.ThreadType;

@Tag("slow")
final class HybridVirtualTlsTest extends ServerContract {
    HybridVirtualTlsTest() {
        super(ExecutionMode.HYBRID, ThreadType.VIRTUAL, true);
    }
}
