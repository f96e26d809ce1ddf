package sprout.server;

import org.junit.jupiter.api.Tag;

@Tag("slow")
final class NioPlatformTlsTest extends ServerContract {
    NioPlatformTlsTest() {
        super(EngineMode.NIO_PLATFORM, true);
    }
}
