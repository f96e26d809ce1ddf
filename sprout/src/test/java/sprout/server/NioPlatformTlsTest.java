package sprout.server;

import sprout.server.ServerOptions.ExecutionMode;
import sprout.server.ServerOptions.ThreadType;

final class NioPlatformTlsTest extends ServerContract {
    NioPlatformTlsTest() {
        super(ExecutionMode.NIO, ThreadType.PLATFORM, true);
    }
}
