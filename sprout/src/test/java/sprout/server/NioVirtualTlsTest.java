package sprout.server;

import org.junit.jupiter.api.Tag;
import sprout.server.ServerOptions.ExecutionMode;
import sprout.server.ServerOptions.ThreadType;

@Tag("slow")
final class NioVirtualTlsTest extends ServerContract {
    NioVirtualTlsTest() {
        super(ExecutionMode.NIO, ThreadType.VIRTUAL, true);
    }
}
