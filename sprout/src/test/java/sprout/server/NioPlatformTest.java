package sprout.server;

final class NioPlatformTest extends ServerContract {
    NioPlatformTest() {
        super(EngineMode.NIO_PLATFORM, false);
    }
}
