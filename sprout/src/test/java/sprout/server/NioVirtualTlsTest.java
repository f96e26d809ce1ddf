package sprout.server;

import org.junit.jupiter.api.Tag;

@Tag("slow")
final class NioVirtualTlsTest extends ServerContract {
    NioVirtualTlsTest() {
        super(EngineMode.NIO_VIRTUAL, true);
    }
}
