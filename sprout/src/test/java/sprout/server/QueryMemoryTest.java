package sprout.server;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import sprout.server.ServerOptions.ThreadType;

/** A map of all parameters takes fifty times the memory of a query of short names, as long as its handler waits. */
@Tag("slow")
final class QueryMemoryTest {
    private static final int CLIENTS = 200;
    private static final int LONGEST = 7900;
    private static final long MEBIBYTE = 1 << 20;

    @Test
    void aLongQueryIsNotKeptInPieces() throws Exception {
        StringBuilder query = new StringBuilder();
        for (int i = 0; query.length() < LONGEST; i++) {
            query.append('&').append(Integer.toString(i, Character.MAX_RADIX));
        }
        String request = "GET /?" + query + " HTTP/1.1\r\nHost: test\r\n\r\n";
        CountDownLatch asked = new CountDownLatch(CLIENTS);
        CountDownLatch done = new CountDownLatch(1);
        List<RawClient> clients = new ArrayList<>();
        ServerOptions options =
                ServerOptions.builder().port(0).threadType(ThreadType.VIRTUAL).build();
        try (HttpServer server = HttpServer.start(options, (received, response) -> {
            response.text(String.valueOf(received.queryParameter("none")));
            asked.countDown();
            await(done);
        })) {
            long before = used();
            for (int i = 0; i < CLIENTS; i++) {
                clients.add(new RawClient(server.port()).send(request));
            }
            assertThat(asked.await(30, TimeUnit.SECONDS)).isTrue();
            long held = used() - before;
            done.countDown();

            assertThat(held).isLessThan(30 * MEBIBYTE);
            for (RawClient client : clients) {
                assertThat(client.answer().text()).isEqualTo("null");
            }
        } finally {
            done.countDown();
            for (RawClient client : clients) {
                client.close();
            }
        }
    }

    private static void await(CountDownLatch latch) {
        try {
            latch.await();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private static long used() {
        System.gc();
        return Runtime.getRuntime().totalMemory() - Runtime.getRuntime().freeMemory();
    }
}
