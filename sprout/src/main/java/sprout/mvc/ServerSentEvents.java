package sprout.mvc;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import org.jspecify.annotations.Nullable;
import sprout.http.HttpRequest;
import sprout.http.HttpResponse;

/**
 * The result of a controller's method that sends events as they come ({@code text/event-stream} of the HTML standard, section 9.2).
 * The source runs on the request's own thread and must not be used on an event loop; the response ends when it returns, and the
 * browser connects again unless it is told not to.
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
 * <p>A client that has left makes the next event fail with an {@link IOException}; letting it through ends the source quietly. A
 * source that has nothing to say for long sends a {@linkplain Stream#comment comment} now and then, to notice and to keep proxies
 * from closing the connection.
 *
 * <p>When the server stops, a source that waits is interrupted, and the next event of any other fails with an {@link IOException};
 * either ends the response in good order, so that browsers connect again to whoever serves next.
 */
public final class ServerSentEvents {
    /** Sends events until it returns. */
    @FunctionalInterface
    public interface Source {
        /**
         * Sends events.
         *
         * @throws Exception an {@link IOException} of the stream if the client has left; anything else is a failure
         */
        void run(Stream stream) throws Exception;
    }

    private final Source source;

    private ServerSentEvents(Source source) {
        this.source = source;
    }

    /** Events of this source. */
    public static ServerSentEvents of(Source source) {
        return new ServerSentEvents(source);
    }

    void write(HttpRequest request, HttpResponse response) throws IOException {
        response.header("Content-Type", "text/event-stream").header("Cache-Control", "no-store");
        if (request.method().equals("HEAD")) {
            response.bodyStream().flush(); // a stream, as for GET (RFC 9110 section 9.3.2)
            return; // without events, whose client could leave unnoticed
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
     * Ends a source when the server stops. It is only interrupted while it does not send, because an interrupt closes a socket in
     * the midst of a write.
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

        /** The thread goes on with other things, which the interrupt was not meant for. */
        synchronized void sourceEnded() {
            ended = true;
            if (stopped) {
                Thread.interrupted();
            }
        }
    }

    /**
     * Where events go to. Each is sent at once, and waits for a slow client, at most for the server's write time-out. Belongs to the
     * thread of the request.
     */
    public static final class Stream {
        private final OutputStream out;
        private final Ending ending = new Ending();

        Stream(OutputStream out) {
            this.out = out;
        }

        /** Sends an event with only data. */
        public void data(String data) throws IOException {
            send(null, null, data);
        }

        /** Sends a named event, which browsers give to the listeners of that name. */
        public void event(String name, String data) throws IOException {
            send(name, null, data);
        }

        /**
         * Sends an event.
         *
         * @param name null for {@code message}
         * @param id comes back as {@code Last-Event-ID} when the client connects again; null for none
         * @param data any text; lines stay lines
         * @throws IllegalArgumentException if name or id have a line break, or the id has a NUL
         */
        public void send(@Nullable String name, @Nullable String id, String data) throws IOException {
            StringBuilder event = new StringBuilder(data.length() + 16);
            field(event, "event", name);
            field(event, "id", id);
            lines(event, "data: ", data);
            flush(event.append('\n'));
        }

        /** Tells the client how long to wait before it connects again. */
        public void retry(Duration delay) throws IOException {
            flush(new StringBuilder("retry: ").append(delay.toMillis()).append("\n\n"));
        }

        /** Sends something that clients ignore: a heartbeat. */
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

        /** CR, LF and CRLF all end a line for the client, so none of them may get into the middle of one. */
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
