package sprout.server;

import sprout.server.ServerOptions.ExecutionMode;
import sprout.server.ServerOptions.ThreadType;

final class NioPlatformTest extends ServerContract {
    NioPlatformTest() {
        super(ExecutionMode.NIO, ThreadType.PLATFORM);
    }
}
