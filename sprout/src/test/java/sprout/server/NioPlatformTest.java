package sprout.server;

import org.junit.jupiter.api.Tag;
import sprout.server.ServerOptions.ExecutionMode;
import sprout.server.ServerOptions.ThreadType;

@Tag("slow")
final class NioPlatformTest extends ServerContract {
    NioPlatformTest() {
        super(ExecutionMode.NIO, ThreadType.PLATFORM);
    }
}
