package sprout.server;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.function.ToLongFunction;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Tests the statistics of the engines. */
@Timeout(60)
final class StatisticsTest extends EngineTest {
    @Test
    void countsRequestsOfOpenAndOfClosedConnections() throws Exception {
        try (RawClient stays = client()) {
            for (int i = 0; i < 3; i++) {
                try (RawClient leaves = client()) {
                    leaves.get("/hello").get("/loop/hello");
                    leaves.answer();
                    leaves.answer();
                }
            }
            stays.get("/loop/hello").answer();
            awaitThat(ServerStatistics::connectionsOpen, 1);
            ServerStatistics statistics = server.statistics();
            assertThat(statistics.connectionsAccepted()).isEqualTo(4);
            assertThat(statistics.requestsBegun()).isEqualTo(7);
            assertThat(statistics.requestsRefused()).isZero();
        }
        awaitThat(ServerStatistics::connectionsOpen, 0);
        assertThat(server.statistics().requestsBegun()).isEqualTo(7);
    }

    @Test
    void countsWhatItRefuses() throws Exception {
        refusalOf("GET / HTTP/1.1\r\n\r\n");
        refusalOf("POST / HTTP/1.1\r\nHost: test\r\nContent-Length: x\r\n\r\n");
        assertThat(server.statistics().requestsRefused()).isEqualTo(2);
        assertThat(server.statistics().requestsBegun()).isZero();
    }

    @Test
    void tellsWhichRequestsAHandlerHasNow() throws Exception {
        try (RawClient one = client();
                RawClient other = client()) {
            one.get("/wait");
            other.get("/wait");
            awaitThat(ServerStatistics::requestsActive, 2);
            handler.goOn.release(2);
            one.answer();
            other.answer();
            awaitThat(ServerStatistics::requestsActive, 0);
        }
    }

    @Test
    void tellsWhatWaitsForAThreadOfThePool() throws Exception {
        restart(options().threadPoolSize(1));
        boolean pool = mode.name().endsWith("PLATFORM");
        try (RawClient one = client();
                RawClient other = client()) {
            one.get("/wait");
            awaitThat(ServerStatistics::requestsActive, 1);
            other.get("/wait");
            awaitThat(ServerStatistics::tasksQueued, pool ? 1 : 0);
            assertThat(server.statistics().threads()).isEqualTo(pool ? 1 : 0);
            assertThat(server.statistics().threadsBusy()).isEqualTo(pool ? 1 : 0);
            handler.goOn.release(2);
            one.answer();
            other.answer();
        }
    }

    @Test
    void tellsOfItsBuffers() throws Exception {
        try (RawClient client = client()) {
            client.send("GET /he");
            awaitThat(ServerStatistics::buffersUsed, 1);
            client.send("llo HTTP/1.1\r\nHost: test\r\nConnection: close\r\n\r\n")
                    .answer();
        }
        awaitThat(ServerStatistics::buffersUsed, 0);
        assertThat(server.statistics().buffersPooledBytes()).isGreaterThanOrEqualTo(ByteBufferPool.SMALL);
    }

    @Test
    void keepsNoBufferIfToldSo() throws Exception {
        restart(options().bufferPoolBytes(0));
        try (RawClient client = client()) {
            client.get("/hello").answer();
        }
        awaitThat(ServerStatistics::buffersUsed, 0);
        assertThat(server.statistics().buffersPooledBytes()).isZero();
    }

    private void awaitThat(ToLongFunction<ServerStatistics> figure, long expected) throws InterruptedException {
        await(() -> figure.applyAsLong(server.statistics()) == expected);
    }
}
