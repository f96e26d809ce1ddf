package sprout.mvc;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import org.jspecify.annotations.Nullable;
import sprout.http.HttpRequest;
import sprout.http.HttpResponse;

/**
 * Sends events to the client as they occur ({@code text/event-stream}, HTML standard section 9.2); the result of a
 * controller method. The source runs on the thread of the request and must not run on an event loop. The response ends
 * when the source returns. The browser then reconnects; a response with status 204 stops it.
 *
 * <pre>{@code
 * @GetMapping("/ticks")
 * ServerSentEvents ticks() {
 *     return ServerSentEvents.of(stream -> {
 *         while (true) {
 *             stream.data(Instant.now().toString());
 *             Thread.sleep(1000);
 *         }
 *     });
 * }
 * }</pre>
 *
 * <p>After the client has disconnected, one of the next events fails with an {@link IOException}. A source that does
 * not catch it ends without an entry in the log. A source that is silent for long should send a
 * {@linkplain Stream#comment comment} now and then. It detects a lost client and keeps proxies from closing the
 * connection.
 *
 * <p>When the server stops, it interrupts a waiting source; any other source gets an {@link IOException} from its next
 * event. In both cases the response ends normally, so browsers reconnect to the next server.
 */
public final class ServerSentEvents {
    /** Produces the events of one response. */
    @FunctionalInterface
    public interface Source {
        /**
         * Sends events until it returns.
         *
         * @throws Exception an {@link IOException} of the stream if the client has disconnected; anything else is a
         *     failure
         */
        void run(Stream stream) throws Exception;
    }

    private final Source source;

    private ServerSentEvents(Source source) {
        this.source = source;
    }

    /** Creates a result that sends the events of this source. */
    public static ServerSentEvents of(Source source) {
        return new ServerSentEvents(source);
    }

    void write(HttpRequest request, HttpResponse response) throws IOException {
        response.header("Content-Type", "text/event-stream").header("Cache-Control", "no-store");
        if (request.method().equals("HEAD")) {
            response.bodyStream().flush(); // sends the head without a length, as GET would (RFC 9110 section 9.3.2)
            return; // without events a disconnected client would never be detected
        }
        Stream stream = new Stream(response.bodyStream());
        try {
            stream.out.flush();
            response.onStop(stream.ending::serverStops);
            source.run(stream);
        } catch (Exception e) {
            if (!stream.ending.stopped()) {
                throw failure(e);
            }
        } finally {
            stream.ending.sourceEnded();
        }
    }

    private static IOException failure(Exception e) {
        if (e instanceof RuntimeException ours) {
            throw ours;
        }
        if (e instanceof InterruptedException) {
            Thread.currentThread().interrupt();
            return new IOException("interrupted between two events", e);
        }
        return e instanceof IOException io ? io : new IOException("the source of the events failed", e);
    }

    /**
     * Ends a source when the server stops. It interrupts the thread only between two events, because an interrupt
     * during a write closes the socket. Thread-safe.
     */
    private static final class Ending {
        private final Thread thread = Thread.currentThread();
        private boolean sending;
        private boolean stopped;
        private boolean ended;

        synchronized void serverStops() {
            stopped = true;
            if (!sending && !ended) {
                thread.interrupt();
            }
        }

        synchronized boolean stopped() {
            return stopped;
        }

        synchronized void beginSending() throws IOException {
            if (stopped) {
                throw new IOException("the server stops");
            }
            sending = true;
        }

        synchronized void endSending() {
            sending = false;
            if (stopped) {
                thread.interrupt();
            }
        }

        /** Clears the interrupt, which was meant only for the source, before the thread continues. */
        synchronized void sourceEnded() {
            ended = true;
            if (stopped) {
                Thread.interrupted();
            }
        }
    }

    /**
     * Sends events to one client. Each event is sent immediately. Sending to a slow client blocks, at most for the
     * write time-out of the server. Not thread-safe: it belongs to the thread of the request.
     */
    public static final class Stream {
        private final OutputStream out;
        private final Ending ending = new Ending();

        Stream(OutputStream out) {
            this.out = out;
        }

        /**
         * Sends an event with data only.
         *
         * @throws IOException if the client has disconnected or the server stops
         */
        public void data(String data) throws IOException {
            send(null, null, data);
        }

        /**
         * Sends a named event, which browsers pass to the listeners of that name.
         *
         * @throws IOException if the client has disconnected or the server stops
         * @throws IllegalArgumentException if the name contains CR, LF or NUL
         */
        public void event(String name, String data) throws IOException {
            send(name, null, data);
        }

        /**
         * Sends an event.
         *
         * @param name null for {@code message}
         * @param id the value that the client sends as {@code Last-Event-ID} when it reconnects; null for none
         * @param data any text; line breaks are kept as LF
         * @throws IOException if the client has disconnected or the server stops
         * @throws IllegalArgumentException if name or id contains CR, LF or NUL
         */
        public void send(@Nullable String name, @Nullable String id, String data) throws IOException {
            StringBuilder event = new StringBuilder(data.length() + 16);
            field(event, "event", name);
            field(event, "id", id);
            lines(event, "data: ", data);
            flush(event.append('\n'));
        }

        /**
         * Tells the client how long to wait before it reconnects; sent in milliseconds.
         *
         * @throws IOException if the client has disconnected or the server stops
         */
        public void retry(Duration delay) throws IOException {
            flush(new StringBuilder("retry: ").append(delay.toMillis()).append("\n\n"));
        }

        /**
         * Sends a comment, which clients ignore: a heartbeat.
         *
         * @throws IOException if the client has disconnected or the server stops
         */
        public void comment(String text) throws IOException {
            StringBuilder comment = new StringBuilder();
            lines(comment, ": ", text);
            flush(comment.append('\n'));
        }

        private static void field(StringBuilder event, String field, @Nullable String value) {
            if (value == null) {
                return;
            }
            if (value.indexOf('\n') >= 0 || value.indexOf('\r') >= 0 || value.indexOf('\0') >= 0) {
                throw new IllegalArgumentException("the " + field + " of an event must be one line without NUL");
            }
            event.append(field).append(": ").append(value).append('\n');
        }

        /** Prefixes every line of a text. CR, LF and CRLF all end a line for the client, so CR and CRLF become LF. */
        private static void lines(StringBuilder event, String prefix, String text) {
            String unix =
                    text.indexOf('\r') < 0 ? text : text.replace("\r\n", "\n").replace('\r', '\n');
            event.append(prefix).append(unix.replace("\n", "\n" + prefix)).append('\n');
        }

        private void flush(StringBuilder text) throws IOException {
            ending.beginSending();
            try {
                out.write(text.toString().getBytes(StandardCharsets.UTF_8));
                out.flush();
            } finally {
                ending.endSending();
            }
        }
    }
}
