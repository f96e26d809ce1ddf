package sprout.server;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests clients that send garbage or disappear. */
final class RudeClientsTest extends EngineTest {
    @Test
    void outlivesRubbish() throws IOException {
        Random random = new Random(7);
        for (int i = 0; i < 100; i++) {
            byte[] rubbish = new byte[1 + random.nextInt(3000)];
            random.nextBytes(rubbish);
            try (RawClient client = client()) {
                client.send(rubbish);
            }
        }
        serves();
    }

    @Test
    void outlivesClientsThatResetAtOnce() throws IOException {
        for (int i = 0; i < 200; i++) {
            client().reset();
        }
        serves();
    }

    @ParameterizedTest
    @ValueSource(strings = {"/big?9000000", "/loop/big?9000000", "/stream?900000", "/file", "/loop/file"})
    void outlivesClientsThatVanishWithinAResponse(String target) throws IOException {
        for (int i = 0; i < 20; i++) {
            RawClient client = client().get(target);
            client.line();
            client.reset();
        }
        serves();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "G",
                "GET /hello HTTP/1.1\r\nHost: te",
                "GET /hello HTTP/1.1\r\nHost: test\r\n\r\n",
                "GET /events HTTP/1.1\r\nHost: test\r\n\r\n",
                "POST /echo HTTP/1.1\r\nHost: test\r\nContent-Length: 9\r\nExpect: 100-continue\r\n\r\n",
                "POST /echo HTTP/1.1\r\nHost: test\r\nContent-Length: 200000\r\n\r\nabc",
                "POST /echo-stream HTTP/1.1\r\nHost: test\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nabcde\r\n",
                "GET /hello HTTP/1.1\r\nHost: test\r\nConnection: close\r\n\r\n",
                "BAD\r\n\r\n"
            })
    void outlivesClientsThatResetAtEachStage(String part) throws IOException {
        handler.goOn.release(1000);
        for (int i = 0; i < 20; i++) {
            client().send(part).reset();
        }
        serves();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "GET /he",
                "POST /echo HTTP/1.1\r\nHost: test\r\nContent-Length: 9\r\n\r\nabc",
                "POST /echo HTTP/1.1\r\nHost: test\r\nContent-Length: 200000\r\n\r\nabc",
                "POST /echo HTTP/1.1\r\nHost: test\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nab"
            })
    void closesWhenAClientEndsWithinARequest(String part) throws IOException {
        try (RawClient client = client()) {
            client.send(part).endOutput();
            assertThat(client.rest())
                    .satisfiesAnyOf(
                            rest -> assertThat(rest).isEmpty(),
                            rest -> assertThat(rest).startsWith("HTTP/1.1 400 "));
        }
        serves();
    }
}
