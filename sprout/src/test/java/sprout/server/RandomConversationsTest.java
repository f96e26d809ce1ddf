package sprout.server;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import sprout.server.RawClient.Answer;

/**
 * Sends random sequences of valid requests, framed in any valid way and cut at random places, and checks each answer.
 * The seed reproduces a failure.
 */
@Timeout(120)
final class RandomConversationsTest extends EngineTest {
    private static final int CONVERSATIONS = 25;
    private static final int REQUESTS = 12;
    private static final List<String> PATHS = List.of("/echo", "/loop/echo", "/echo-stream");

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3})
    void everyRequestIsAnsweredWithItsBody(long seed) throws Exception {
        Random random = new Random(seed);
        for (int i = 0; i < CONVERSATIONS; i++) {
            converse(random);
        }
    }

    private void converse(Random random) throws Exception {
        List<byte[]> bodies = new ArrayList<>();
        ByteArrayOutputStream wire = new ByteArrayOutputStream();
        for (int i = 0; i < REQUESTS; i++) {
            byte[] body = new byte[random.nextInt(4) == 0 ? random.nextInt(40_000) : random.nextInt(200)];
            random.nextBytes(body);
            bodies.add(body);
            write(wire, body, random);
        }
        try (RawClient client = client()) {
            Thread sender = Thread.ofVirtual().start(() -> send(client, wire.toByteArray(), random));
            for (byte[] body : bodies) {
                Answer answer = client.answer();
                assertThat(answer.status()).isEqualTo(200);
                assertThat(answer.body()).isEqualTo(body);
            }
            sender.join();
        }
    }

    private static void write(ByteArrayOutputStream wire, byte[] body, Random random) {
        text(wire, "\r\n".repeat(random.nextInt(2)));
        String path = PATHS.get(random.nextInt(PATHS.size()));
        text(wire, "POST " + (random.nextInt(4) == 0 ? "http://other" : "") + path + " HTTP/1.1\r\n");
        for (int i = random.nextInt(5); i > 0; i--) {
            text(wire, "X-" + i + ":" + " \t".repeat(random.nextInt(2)) + "v".repeat(random.nextInt(300)) + "\r\n");
        }
        text(wire, "hOST:test\r\n");
        if (random.nextBoolean()) {
            text(wire, "content-LENGTH: " + body.length + "\r\n\r\n");
            wire.writeBytes(body);
        } else {
            text(wire, "Transfer-Encoding: Chunked\r\n\r\n");
            chunks(wire, body, random);
        }
    }

    private static void chunks(ByteArrayOutputStream wire, byte[] body, Random random) {
        int at = 0;
        while (at < body.length) {
            int size = 1 + random.nextInt(Math.min(body.length - at, 5000));
            text(wire, "0".repeat(random.nextInt(3)) + Integer.toHexString(size));
            text(wire, (random.nextInt(5) == 0 ? ";a=\"b\"" : "") + "\r\n");
            wire.write(body, at, size);
            text(wire, "\r\n");
            at += size;
        }
        text(wire, "0\r\n" + "Checksum: 1\r\n".repeat(random.nextInt(3)) + "\r\n");
    }

    /** Begins with small pieces, where the heads are, and continues with larger ones. */
    private static void send(RawClient client, byte[] wire, Random random) {
        try {
            int most = 1 + random.nextInt(3000);
            for (int at = 0; at < wire.length; ) {
                int size = Math.min(wire.length - at, 1 + random.nextInt(at < 200 ? 20 : most));
                client.send(Arrays.copyOfRange(wire, at, at + size));
                at += size;
            }
        } catch (IOException e) {
            throw new AssertionError(e);
        }
    }

    private static void text(ByteArrayOutputStream wire, String text) {
        wire.writeBytes(text.getBytes(StandardCharsets.US_ASCII));
    }
}
