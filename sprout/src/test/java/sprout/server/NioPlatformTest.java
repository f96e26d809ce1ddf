package sprout.server;

import org.junit.jupiter.api.Tag;

@Tag("slow")
final class NioPlatformTest extends ServerContract {
    NioPlatformTest() {
        super(EngineMode.NIO_PLATFORM, false);
    }
}
