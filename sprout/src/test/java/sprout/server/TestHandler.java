package sprout.server;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Semaphore;
import sprout.http.HttpException;
import sprout.http.HttpHandler;
import sprout.http.HttpRequest;
import sprout.http.HttpResponse;

/** Answers the requests of the tests. Paths that begin with {@code /loop} may be handled on an event loop. */
final class TestHandler implements HttpHandler {
    /**
     * Counted down when {@code /wait} or {@code /loop/wait} is entered, when {@code /pause} has read one byte, or when
     * {@code /stubborn} or {@code /read-on} has failed once.
     * {@link #goOn} is released once for each of these that may continue.
     */
    final CountDownLatch waiting = new CountDownLatch(1);

    /** Counted down when {@code /stubborn} ends. */
    final CountDownLatch gaveUp = new CountDownLatch(1);

    final Semaphore goOn = new Semaphore(0);
    /** The action that {@code /on-stop} registers for the stop of the server. */
    volatile Runnable stopListener = () -> {};

    private final Path file;

    TestHandler(Path file) {
        this.file = file;
    }

    @Override
    public boolean mayBlock(HttpRequest request) {
        return !request.rawPath().startsWith("/loop");
    }

    @Override
    public void handle(HttpRequest request, HttpResponse response) throws Exception {
        String path = request.path();
        switch (path.startsWith("/loop") ? path.substring(5) : path) {
            case "/hello" -> response.text("Hello, World!");
            case "/echo" ->
                response.header("Content-Type", "application/octet-stream").body(request.body());
            case "/echo-stream" -> echo(request, response);
            case "/ignore" -> response.text("not read");
            case "/length" -> response.text(String.valueOf(request.body().length));
            case "/target" ->
                response.text(request.path() + "|" + request.query() + "|" + request.queryParameters("q"));
            case "/trailer" -> {
                String body = new String(request.body(), StandardCharsets.UTF_8);
                response.text(body + "|" + request.trailers().first("checksum"));
            }
            case "/big" -> response.body(new byte[Integer.parseInt(String.valueOf(request.query()))]);
            case "/stream" -> stream(response, Integer.parseInt(String.valueOf(request.query())));
            case "/events" -> events(response);
            case "/file" -> response.file(file, 0, Files.size(file));
            case "/authority" -> response.text(String.valueOf(request.authority()));
            case "/status" ->
                response.status(Integer.parseInt(String.valueOf(request.query())))
                        .text("a body");
            case "/status-stream" -> {
                response.status(Integer.parseInt(String.valueOf(request.query())));
                flushTwice(response);
            }
            case "/unwritten" -> {
                response.bodyStream();
                String length = request.query();
                if (length != null) {
                    response.header("Content-Length", length);
                }
            }
            case "/none" -> response.status(204);
            case "/close" -> response.header("Connection", "close").text("bye");
            case "/close-taken-back" -> takeCloseBack(response);
            case "/memory" -> response.body(new byte[Integer.MAX_VALUE]);
            case "/fault" -> throw new Error("of a kind that no ladder expects");
            case "/interrupted" -> {
                Thread.currentThread().interrupt();
                response.text("Hello, World!");
            }
            case "/fail" -> throw new IllegalStateException("secret of the server");
            case "/teapot" -> throw new HttpException(418, "a \"teapot\"");
            case "/inject" -> inject(response);
            case "/cut" -> cut(response.header("Content-Length", "100"));
            case "/cut-open" -> cut(response);
            case "/on-stop" -> {
                response.onStop(stopListener);
                waiting.countDown();
                goOn.acquire();
                response.text("waited");
            }
            case "/answer-first" -> {
                OutputStream out = response.bodyStream();
                out.write('a');
                out.flush();
                out.write(request.body());
            }
            case "/pause" -> {
                int first = request.bodyStream().read();
                waiting.countDown();
                goOn.acquire();
                response.text(first + "|" + request.bodyStream().read());
            }
            case "/stubborn" -> writeOn(response.bodyStream());
            case "/read-on" -> {
                readOn(request.bodyStream());
                response.text("gave up");
            }
            case "/wait" -> {
                waiting.countDown();
                goOn.acquire();
                if (request.query() == null) {
                    response.text("waited");
                } else {
                    response.body(new byte[Integer.parseInt(request.query())]);
                }
            }
            default -> response.status(404).text("nothing at " + request.rawPath());
        }
    }

    /** Ignores failures, as a PrintWriter does. */
    private void writeOn(OutputStream out) {
        for (int failures = 0; failures < 3; ) {
            try {
                out.write(new byte[64 * 1024]);
                out.flush();
            } catch (IOException e) {
                failures++;
                waiting.countDown();
            }
        }
        gaveUp.countDown();
    }

    private void readOn(InputStream in) throws IOException {
        for (int failures = 0; failures < 3; ) {
            try {
                in.readAllBytes();
            } catch (HttpException e) {
                failures++;
                waiting.countDown();
            }
        }
    }

    private static void echo(HttpRequest request, HttpResponse response) throws IOException {
        try (InputStream in = request.bodyStream();
                OutputStream out = response.bodyStream()) {
            in.transferTo(out);
        }
    }

    private static void stream(HttpResponse response, int bytes) throws IOException {
        byte[] alphabet = "abcdefghijklmnopqrstuvwxyz".getBytes(StandardCharsets.US_ASCII);
        try (OutputStream out = response.bodyStream()) {
            for (int left = bytes; left > 0; left -= alphabet.length) {
                out.write(alphabet, 0, Math.min(left, alphabet.length));
            }
        }
    }

    private void events(HttpResponse response) throws Exception {
        OutputStream out = response.header("Content-Type", "text/event-stream").bodyStream();
        out.write("data: 1\n\n".getBytes(StandardCharsets.UTF_8));
        out.flush();
        goOn.acquire();
        out.write("data: 2\n\n".getBytes(StandardCharsets.UTF_8));
    }

    private static void flushTwice(HttpResponse response) throws IOException {
        OutputStream out = response.bodyStream();
        out.write('a');
        out.flush();
        out.write('b');
        out.flush();
    }

    /** Answers what the header was after it was replaced and after it was removed. */
    private static void takeCloseBack(HttpResponse response) {
        response.header("Connection", "close").header("Connection", "keep-alive");
        String replaced = response.header("Connection");
        response.header("Connection", "close").removeHeader("Connection");
        response.text(replaced + ", " + response.header("Connection"));
    }

    private static void inject(HttpResponse response) {
        try {
            response.header("X-Name", "a\r\nSet-Cookie: stolen=1");
        } catch (IllegalArgumentException e) {
            response.text("refused");
        }
    }

    /** Sends a part of a body, then fails. */
    private static void cut(HttpResponse response) throws IOException {
        OutputStream out = response.bodyStream();
        out.write('x');
        out.flush();
        throw new IllegalStateException("half-way");
    }
}
