package sprout.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import sprout.http.HttpRequestParser;

@Timeout(60)
final class BioHttpProtocolHandlerTest {
    @Test
    void doesNotWaitAtItsStopForAConnectionWhoseThreadDidNotStart() throws Exception {
        ServerOptions options = ServerOptions.builder().build();
        BioHttpProtocolHandler engine = new BioHttpProtocolHandler(
                (request, response) -> response.text("not called"),
                new HttpRequestParser(options.limits()),
                new WithoutMemory(),
                options);
        engine.start();
        InetAddress host = InetAddress.getLoopbackAddress();
        try (ServerSocketChannel listener = ServerSocketChannel.open().bind(new InetSocketAddress(host, 0));
                Socket client = new Socket(host, ((InetSocketAddress) listener.getLocalAddress()).getPort());
                SocketChannel socket = listener.accept()) {
            assertThatThrownBy(() -> engine.accept(socket)).isInstanceOf(OutOfMemoryError.class);
            assertThat(client.getInputStream().read()).as("the end").isNegative();
            assertThat(engine.stop(Duration.ofSeconds(1))).as("ended by itself").isTrue();
        }
        assertThat(engine.statistics().connectionsOpen()).isZero();
    }

    private static final class WithoutMemory implements RequestExecutorService {
        @Override
        public void execute(Runnable task) {
            throw new OutOfMemoryError("of a thread");
        }

        @Override
        public void shutdown() {}

        @Override
        public boolean threadPerConnection() {
            return true;
        }
    }
}
