package sprout.server;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;
import sprout.http.ChunkedDecoder;
import sprout.http.Fuzz;
import sprout.http.HttpException;
import sprout.http.HttpHandler;
import sprout.http.HttpLimits;
import sprout.http.HttpRequest;
import sprout.http.HttpRequestParser;
import sprout.http.HttpResponse;
import sprout.http.RequestHead;

/**
 * A {@link Simulation} of HTTP/1 in both ways to serve it: each complete request gets exactly its answer, in order,
 * unless the client itself breaks the connection. The last letter of a path says what the handler does; a path that
 * begins with {@code /l} is handled on the loop.
 */
public final class ConnectionFuzz {
    private static final HttpLimits LIMITS = HttpLimits.DEFAULT;
    private static final HttpRequestParser PARSER = new HttpRequestParser(LIMITS);
    private static final byte[] BIG = new byte[40_000];

    private ConnectionFuzz() {}

    /** Called by Jazzer and by {@code FuzzCorpusTest}. */
    public static void fuzzerTestOneInput(byte[] data) {
        check(Simulation.run(new Handler(), false, data));
        check(Simulation.run(new Handler(), true, data));
    }

    private static void check(Simulation run) {
        List<Request> requests = requests(run.sent());
        List<Answer> answers = new Answers(run.received(), run.cut(), requests).read();
        for (int i = 0; i < answers.size(); i++) {
            check(answers.get(i), i < requests.size() ? requests.get(i) : null, run);
        }
        int complete = complete(requests);
        boolean closed = !answers.isEmpty() && answers.getLast().closes;
        Fuzz.require(
                run.broken() || closed || answers.size() >= complete,
                answers.size() + " answers to " + complete + " complete requests");
        if (run.receivedAtRest() >= 0) {
            int soFar = new Answers(Arrays.copyOf(run.received(), run.receivedAtRest()), run.cut(), requests)
                    .read()
                    .size();
            Fuzz.require(soFar == complete, soFar + " answers at rest, to " + complete + " complete requests");
        }
    }

    private static int complete(List<Request> requests) {
        boolean open = requests.isEmpty() || requests.getLast().body != null;
        return open ? requests.size() : requests.size() - 1;
    }

    private static void check(Answer answer, @Nullable Request request, Simulation run) {
        boolean complete = request != null && request.body != null;
        boolean begun = request != null && !complete && request.kind == 's' && answer.status == 200;
        if (answer.body == null || begun) {
            Fuzz.require(run.broken() || begun, "half an answer");
        } else if (request != null && (complete || !request.readsBody()) && request.isAnsweredBy(answer)) {
            Fuzz.require(!answer.closes || request.mayEnd() || run.disturbed(), "closed without a reason");
        } else {
            Fuzz.require(answer.status >= 400 && answer.closes, "a wrong answer: " + answer);
            Fuzz.require(!complete || run.late(), "a complete request was refused: " + answer);
        }
    }

    private static final class Handler implements HttpHandler {
        @Override
        public boolean mayBlock(HttpRequest request) {
            return !request.rawPath().startsWith("/l");
        }

        @Override
        public void handle(HttpRequest request, HttpResponse response) throws IOException {
            switch (kind(request.rawPath())) {
                case 's' -> stream(request, response);
                case 'i' -> response.text("ignored");
                case 'b' -> response.body(BIG);
                case 'c' -> response.header("Connection", "close").text("closed");
                case 't' -> throw new HttpException(418, "a teapot");
                default -> response.body(request.body());
            }
        }

        private static void stream(HttpRequest request, HttpResponse response) throws IOException {
            try (InputStream in = request.bodyStream();
                    OutputStream out = response.bodyStream()) {
                byte[] piece = new byte[100];
                for (int count = in.read(piece); count >= 0; count = in.read(piece)) {
                    out.write(piece, 0, count);
                    out.flush();
                }
            }
        }
    }

    private static char kind(String path) {
        return path.charAt(path.length() - 1);
    }

    /**
     * A request as a slow and obvious reader sees it.
     *
     * @param body null if it is incomplete or broken
     */
    @SuppressWarnings("ArrayRecordComponent") // never compared as a whole
    private record Request(String method, char kind, boolean last, boolean expects, byte @Nullable [] body) {
        boolean isAnsweredBy(Answer answer) {
            if (kind == 't') {
                return answer.status == 418;
            }
            return answer.status == 200 && (method.equals("HEAD") || Arrays.equals(answer.body, answer()));
        }

        private byte @Nullable [] answer() {
            return switch (kind) {
                case 'i' -> "ignored".getBytes(StandardCharsets.US_ASCII);
                case 'b' -> BIG;
                case 'c' -> "closed".getBytes(StandardCharsets.US_ASCII);
                default -> body;
            };
        }

        /** Whether the connection may close after its answer, because the rest of its body was not read, or it says so. */
        boolean mayEnd() {
            return last || expects || body == null || (!readsBody() && body.length > ByteBufferPool.LARGE / 2);
        }

        boolean readsBody() {
            return "ibct".indexOf(kind) < 0;
        }
    }

    private static List<Request> requests(byte[] sent) {
        List<Request> requests = new ArrayList<>();
        int at = 0;
        try {
            boolean last = false;
            RequestHead head = new RequestHead();
            while (!last && PARSER.parse(head, sent, at, sent.length)) {
                ByteArrayOutputStream body = new ByteArrayOutputStream();
                int end = body(head, sent, at + head.length(), body);
                last = end < 0 || !head.keepAlive() || kind(head.rawPath()) == 'c';
                requests.add(new Request(
                        head.method(),
                        kind(head.rawPath()),
                        last,
                        head.expectContinue(),
                        end < 0 ? null : body.toByteArray()));
                at = end;
                head = new RequestHead();
            }
        } catch (HttpException e) {
            return requests; // what follows is no request
        }
        return requests;
    }

    /** Returns the end of the body; -1 if it is incomplete or broken. */
    private static int body(RequestHead head, byte[] bytes, int from, ByteArrayOutputStream body) {
        if (!head.chunked()) {
            int count = (int) head.contentLength();
            body.write(bytes, from, Math.min(count, bytes.length - from));
            return count > bytes.length - from ? -1 : from + count;
        }
        return chunks(bytes, from, body);
    }

    private static int chunks(byte[] bytes, int from, ByteArrayOutputStream body) {
        ChunkedDecoder decoder = new ChunkedDecoder(LIMITS);
        int at = from;
        try {
            while (at < bytes.length && !decoder.done()) {
                at = decoder.skipFraming(bytes, at, bytes.length);
                int count = (int) Math.min(decoder.dataRemaining(), bytes.length - at);
                body.write(bytes, at, count);
                if (count > 0) {
                    decoder.dataTaken(count);
                }
                at += count;
            }
        } catch (HttpException e) {
            return -1;
        }
        return decoder.done() ? at : -1;
    }

    /** @param body null if it is incomplete */
    @SuppressWarnings("ArrayRecordComponent") // never compared as a whole
    private record Answer(int status, boolean closes, byte @Nullable [] body) {}

    /** Reads the answers in the first bytes of what the client received. */
    private static final class Answers {
        private final byte[] bytes;
        private final boolean cut;
        private final List<Request> requests;
        private final List<Answer> answers = new ArrayList<>();
        private int at;

        Answers(byte[] bytes, boolean cut, List<Request> requests) {
            this.bytes = bytes;
            this.cut = cut;
            this.requests = requests;
        }

        List<Answer> read() {
            boolean goesOn = true;
            boolean continued = false;
            while (goesOn && at < bytes.length) {
                String head = head();
                if (head.startsWith("HTTP/1.1 100 ")) {
                    Request request = answers.size() < requests.size() ? requests.get(answers.size()) : null;
                    Fuzz.require(!continued && request != null && request.expects(), "100 that nobody expects");
                    continued = true;
                } else {
                    Answer answer = answer(head);
                    answers.add(answer);
                    continued = false;
                    goesOn = answer.body != null && !answer.closes;
                }
            }
            Fuzz.require(!goesOn || at == bytes.length, "half an answer");
            Fuzz.require(at >= bytes.length || answers.getLast().body == null, "bytes after the last answer");
            return answers;
        }

        private String head() {
            String rest = new String(bytes, at, Math.min(1000, bytes.length - at), StandardCharsets.ISO_8859_1);
            int end = rest.indexOf("\r\n\r\n");
            Fuzz.require(rest.startsWith("HTTP/1.1 ") || end < 0, "no answer: " + rest);
            at += end < 0 ? rest.length() : end + 4;
            return end < 0 ? "" : rest.substring(0, end + 2);
        }

        private Answer answer(String head) {
            if (head.isEmpty()) {
                return new Answer(0, true, null);
            }
            int status = Integer.parseInt(head.substring(9, 12));
            String fields = head.toLowerCase(Locale.ROOT);
            // Without a known request, it may be the refusal of a malformed HEAD.
            boolean bodiless = answers.size() < requests.size()
                    ? requests.get(answers.size()).method().equals("HEAD")
                    : at == bytes.length;
            boolean chunked = fields.contains("\r\ntransfer-encoding: chunked\r\n");
            int length = fields.indexOf("\r\ncontent-length: ");
            byte[] body;
            if (bodiless) {
                body = new byte[0];
            } else if (chunked) {
                body = chunks();
            } else if (length >= 0) {
                int begin = length + "\r\ncontent-length: ".length();
                body = next(Integer.parseInt(fields.substring(begin, fields.indexOf('\r', begin))));
            } else {
                byte[] rest = next(bytes.length - at); // complete only if the connection ended in order
                body = cut ? null : rest;
            }
            return new Answer(status, fields.contains("\r\nconnection: close\r\n"), body);
        }

        private byte @Nullable [] next(int count) {
            int from = at;
            at = Math.min(bytes.length, at + count);
            return at - from < count ? null : Arrays.copyOfRange(bytes, from, at);
        }

        private byte @Nullable [] chunks() {
            ByteArrayOutputStream body = new ByteArrayOutputStream();
            int end = ConnectionFuzz.chunks(bytes, at, body);
            at = end < 0 ? bytes.length : end;
            return end < 0 ? null : body.toByteArray();
        }
    }
}
