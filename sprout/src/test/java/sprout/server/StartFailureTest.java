package sprout.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.time.Duration;
import org.junit.jupiter.api.Test;

final class StartFailureTest {
    @Test
    void listensOnNothingIfItsEngineCannotStart() throws IOException {
        InetAddress host = InetAddress.getLoopbackAddress();
        int port;
        try (ServerSocketChannel free = ServerSocketChannel.open().bind(new InetSocketAddress(host, 0))) {
            port = ((InetSocketAddress) free.getLocalAddress()).getPort();
        }
        ServerOptions options = ServerOptions.builder().host(host).port(port).build();
        Faulty engine = new Faulty();
        assertThatThrownBy(() -> HttpServer.start(options, engine, new VirtualRequestExecutorService()))
                .hasMessage("no selector");
        assertThat(engine.stopped).as("it may have started threads").isTrue();
        try (HttpServer server = HttpServer.start(options, (request, response) -> response.text("Hello, World!"));
                RawClient client = new RawClient(server.port())) {
            assertThat(client.get("/").answer().text()).isEqualTo("Hello, World!");
        }
    }

    private static final class Faulty implements AcceptableProtocolHandler {
        private boolean stopped;

        @Override
        public void start() throws IOException {
            throw new IOException("no selector");
        }

        @Override
        public void accept(SocketChannel channel) throws IOException {
            channel.close();
        }

        @Override
        public boolean stop(Duration atMost) {
            stopped = true;
            return true;
        }

        @Override
        public ServerStatistics statistics() {
            throw new IllegalStateException("never started");
        }
    }
}
