package sprout.soak;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import sprout.server.RawClient;
import sprout.server.TestTls;
import sprout.websocket.Frames;
import sprout.websocket.RawWebSocket;

/**
 * Kinds of clients that no server wants. Each connects and brings its connection into a state, which it then holds or
 * makes worse step by step. None of them changes a row of the database.
 */
enum Hostile {
    SILENT("connected, silent") {
        @Override
        RawClient begin(Target target) throws IOException {
            return target.open();
        }
    },
    RESTING("idle after an answer") {
        @Override
        RawClient begin(Target target) throws IOException {
            RawClient client = target.open().get("/benchmark/hello");
            client.answer();
            return client;
        }
    },
    HALF_HEAD("half a head (15 KB)") {
        @Override
        RawClient begin(Target target) throws IOException {
            return target.open().send("GET /person HTTP/1.1\r\nHost: test\r\n" + "A: " + "b".repeat(15_000));
        }

        @Override
        boolean goOn(RawClient client) throws IOException, InterruptedException {
            pause();
            client.send("c");
            return true;
        }
    },
    HALF_SMALL_BODY("half a small body (30 of 31 KB)") {
        @Override
        RawClient begin(Target target) throws IOException {
            return target.open().send(post("Content-Length: 31000")).send(new byte[30_000]);
        }
    },
    HALF_BODY("half a large body (50 KB of 1 MB)") {
        @Override
        RawClient begin(Target target) throws IOException {
            return target.open().send(post("Content-Length: 1000000")).send(new byte[50_000]);
        }

        @Override
        boolean goOn(RawClient client) throws IOException, InterruptedException {
            pause();
            client.send("x");
            return true;
        }
    },
    HALF_CHUNK("half a chunk (50 KB of 1 MB)") {
        @Override
        RawClient begin(Target target) throws IOException {
            return target.open()
                    .send(post("Transfer-Encoding: chunked") + "f4240\r\n")
                    .send(new byte[50_000]);
        }
    },
    SILENT_EXPECT("100-continue, then silent") {
        @Override
        RawClient begin(Target target) throws IOException {
            return target.open().send(post("Content-Length: 1000000\r\nExpect: 100-continue"));
        }
    },
    UNREAD_LIST("unread answer from memory (400 KB)") {
        @Override
        RawClient begin(Target target) throws IOException {
            return target.openNarrow().get("/person?limit=1000");
        }
    },
    UNREAD_FILE("unread file (20 MB)") {
        @Override
        RawClient begin(Target target) throws IOException {
            return target.openNarrow().get("/benchmark/file/large.bin");
        }
    },
    UNREAD_PIPELINE("2000 pipelined requests, unread") {
        @Override
        RawClient begin(Target target) throws IOException {
            return target.openNarrow().send(HELLO.repeat(2000));
        }
    },
    GREEDY_PIPELINE("pipelines without end") {
        @Override
        RawClient begin(Target target) throws IOException {
            return target.open();
        }

        @Override
        boolean goOn(RawClient client) throws IOException {
            client.send(HELLO.repeat(100));
            for (int i = 0; i < 100; i++) {
                client.answer();
            }
            return true;
        }
    },
    RUBBISH("random bytes") {
        @Override
        RawClient begin(Target target) throws IOException {
            return target.open();
        }

        @Override
        boolean goOn(RawClient client) throws IOException {
            byte[] rubbish = new byte[3000];
            ThreadLocalRandom.current().nextBytes(rubbish);
            client.send(rubbish);
            return true;
        }
    },
    RESET("resets at once") {
        @Override
        RawClient begin(Target target) throws IOException {
            RawClient client = target.openBare();
            client.reset();
            return client;
        }

        @Override
        boolean goOn(RawClient client) {
            return false;
        }
    },
    VANISHING("resets within an answer") {
        @Override
        RawClient begin(Target target) throws IOException {
            RawClient client = target.open().get("/benchmark/file/large.bin");
            client.line();
            client.reset();
            return client;
        }

        @Override
        boolean goOn(RawClient client) {
            return false;
        }
    },
    AMBIGUOUS("ambiguous or invalid requests") {
        @Override
        RawClient begin(Target target) throws IOException {
            List<String> requests = List.of(
                    post("Content-Length: 5\r\nTransfer-Encoding: chunked") + "0\r\n\r\n" + HELLO,
                    post("Content-Length: 5\r\nContent-Length: 6") + "abcde",
                    post("Transfer-Encoding: chunked") + "5;\nabcde\r\n0\r\n\r\n",
                    post("Content-Length: 99999999999"),
                    "GET /" + "a".repeat(30_000) + " HTTP/1.1\r\nHost: test\r\n\r\n",
                    "GET /benchmark/hello HTTP/1.1\r\nHost: test\r\n" + "A: b\r\n".repeat(500) + "\r\n",
                    "GET /benchmark/hello HTTP/1.1\r\nHost: a b\r\n\r\n");
            RawClient client =
                    target.open().send(requests.get(ThreadLocalRandom.current().nextInt(requests.size())));
            int status = client.answer().status();
            if (status < 400) {
                throw new WrongAnswer("an invalid request was answered with " + status);
            }
            return client;
        }

        @Override
        boolean goOn(RawClient client) {
            return false;
        }
    },
    SOCKET_SILENT("WebSocket, silent") {
        @Override
        RawClient begin(Target target) throws IOException {
            return socket(target.open());
        }
    },
    SOCKET_HALF_FRAME("WebSocket, half a frame (50 KB of 1 MB)") {
        @Override
        RawClient begin(Target target) throws IOException {
            byte[] header = Frames.hex("82 ff 00 00 00 00 00 0f 42 40 00 00 00 00");
            return socket(target.open()).send(header).send(new byte[50_000]);
        }
    },
    SOCKET_FRAGMENTS("WebSocket, a message without end") {
        @Override
        RawClient begin(Target target) throws IOException {
            return socket(target.open()).send(Frames.frame(0x01, new byte[1000]));
        }

        @Override
        boolean goOn(RawClient client) throws IOException, InterruptedException {
            pause();
            client.send(Frames.frame(0x00, new byte[1000]));
            return true;
        }
    },
    SOCKET_PINGS("WebSocket, pings without end, pongs unread") {
        @Override
        RawClient begin(Target target) throws IOException {
            return socket(target.openNarrow());
        }

        @Override
        boolean goOn(RawClient client) throws IOException {
            byte[] ping = Frames.ping(new byte[100]);
            for (int i = 0; i < 50; i++) {
                client.send(ping);
            }
            return true;
        }
    },
    SOCKET_UNREAD("WebSocket, unread echoes (100 KB each)") {
        @Override
        RawClient begin(Target target) throws IOException {
            return socket(target.openNarrow()).send(Frames.text("e".repeat(100_000)));
        }

        @Override
        boolean goOn(RawClient client) throws IOException, InterruptedException {
            pause();
            client.send(Frames.text("e".repeat(100_000)));
            return true;
        }
    },
    SOCKET_INVALID("WebSocket, invalid frames") {
        @Override
        RawClient begin(Target target) throws IOException {
            RawClient client = socket(target.open()).send(Frames.frame(0xf1, new byte[10]));
            client.rest();
            return client;
        }

        @Override
        boolean goOn(RawClient client) {
            return false;
        }
    },
    TLS_HALF_RECORD("TLS, a byte of a record") {
        @Override
        RawClient begin(Target target) throws IOException {
            return target.openBare().send(Frames.hex("16 03 01 40 00 01"));
        }
    },
    TLS_HALF_HANDSHAKE("TLS, half a handshake") {
        @Override
        RawClient begin(Target target) throws IOException {
            return target.openBare().send(ClientHello.BYTES);
        }
    },
    TLS_WARNINGS("TLS, warnings without end") {
        @Override
        RawClient begin(Target target) throws IOException {
            return target.openBare().send(ClientHello.BYTES);
        }

        @Override
        boolean goOn(RawClient client) throws IOException {
            client.send(Frames.hex("15 03 03 00 02 01 0a".repeat(10)));
            return true;
        }
    },
    TLS_CLEAR("clear text to TLS") {
        @Override
        RawClient begin(Target target) throws IOException {
            RawClient client = target.openBare().get("/benchmark/hello");
            client.rest();
            return client;
        }

        @Override
        boolean goOn(RawClient client) {
            return false;
        }
    };

    private static final String HELLO = "GET /benchmark/hello HTTP/1.1\r\nHost: test\r\n\r\n";

    private final String title;

    Hostile(String title) {
        this.title = title;
    }

    String title() {
        return title;
    }

    /** Returns whether this kind makes sense against a target. */
    boolean suits(Target target) {
        return target.secured() || !name().startsWith("TLS_");
    }

    /**
     * Connects and brings the connection into its state.
     *
     * @throws IOException if the server ends the connection before
     */
    abstract RawClient begin(Target target) throws IOException;

    /**
     * Does the next step, and returns whether there is more to do; by default only time passes.
     *
     * @throws IOException if the server has ended the connection
     */
    boolean goOn(RawClient client) throws IOException, InterruptedException {
        pause();
        return true;
    }

    /** Made once: it costs more than sending it. */
    private static final class ClientHello {
        static final byte[] BYTES = bytes();

        private static byte[] bytes() {
            try {
                return TestTls.clientHello();
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }
    }

    /** A server let itself be cheated. */
    static final class WrongAnswer extends RuntimeException {
        private static final long serialVersionUID = 1;

        WrongAnswer(String message) {
            super(message);
        }
    }

    private static String post(String framing) {
        return "POST /person HTTP/1.1\r\nHost: test\r\nContent-Type: application/json\r\n" + framing + "\r\n\r\n";
    }

    private static RawClient socket(RawClient client) throws IOException {
        client.send(RawWebSocket.request("/echo"));
        client.skipHead();
        return client;
    }

    private static void pause() throws InterruptedException {
        TimeUnit.MILLISECONDS.sleep(200);
    }
}
