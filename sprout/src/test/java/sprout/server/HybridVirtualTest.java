package sprout.server;

import org.junit.jupiter.api.Tag;
import sprout.server.ServerOptions.ExecutionMode;
import sprout.server.ServerOptions.ThreadType;

@Tag("slow")
final class HybridVirtualTest extends ServerContract {
    HybridVirtualTest() {
        super(ExecutionMode.HYBRID, ThreadType.VIRTUAL);
    }
}
