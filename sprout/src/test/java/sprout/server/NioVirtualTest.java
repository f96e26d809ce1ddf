package sprout.server;

final class NioVirtualTest extends ServerContract {
    NioVirtualTest() {
        super(EngineMode.NIO_VIRTUAL, false);
    }
}
