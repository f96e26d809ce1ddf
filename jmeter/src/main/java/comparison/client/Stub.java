package comparison.client;

import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Answers hello, and create, read, update and delete of a person, with as little work as a JVM permits. A load on the
 * stub therefore shows the cost and throughput of the client. The stub validates nothing and stores bodies as received.
 * Argument: the port, 0 for a free one; the stub prints it.
 */
public final class Stub {

    private static final String OK = "HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: ";
    private static final String CREATED =
            "HTTP/1.1 201 Created\r\nContent-Type: application/json\r\nLocation: /person/";
    private static final byte[] GONE = ascii("HTTP/1.1 204 No Content\r\n\r\n");
    private static final byte[] HELLO =
            ascii("HTTP/1.1 200 OK\r\nContent-Type: text/plain\r\nContent-Length: 13\r\n\r\nHello, World!");
    private static final byte[] UNKNOWN = ascii("HTTP/1.1 404 Not Found\r\nContent-Length: 0\r\n\r\n");
    private static final String LENGTH = "content-length:";

    private static final AtomicLong IDS = new AtomicLong();
    /** Bodies by id, as Latin-1 text with one character per byte. */
    private static final Map<String, String> PEOPLE = new ConcurrentHashMap<>();

    private final InputStream in;
    private final OutputStream out;

    private Stub(Socket socket) throws IOException {
        this.in = new BufferedInputStream(socket.getInputStream());
        this.out = socket.getOutputStream();
    }

    /** Accepts connections until the process ends. */
    public static void main(String... arguments) throws IOException {
        try (ServerSocket server = new ServerSocket()) {
            server.bind(new InetSocketAddress(Integer.parseInt(arguments[0])), 1024);
            System.out.println(server.getLocalPort());
            while (true) {
                Socket socket = server.accept();
                socket.setTcpNoDelay(true);
                Thread.ofPlatform().daemon().start(() -> serve(socket));
            }
        }
    }

    private static void serve(Socket socket) {
        try (socket) {
            Stub connection = new Stub(socket);
            while (connection.answer()) {
                // Requests are answered in the order in which they arrive.
            }
        } catch (IOException gone) {
            // The client has closed the connection.
        }
    }

    private static byte[] ascii(String text) {
        return text.getBytes(StandardCharsets.ISO_8859_1);
    }

    /** Answers one request. Returns false at the end of the connection. */
    private boolean answer() throws IOException {
        String request = line();
        if (request.isEmpty()) {
            return false;
        }
        int length = 0;
        for (String field = line(); !field.isEmpty(); field = line()) {
            if (field.regionMatches(true, 0, LENGTH, 0, LENGTH.length())) {
                length = Integer.parseInt(field.substring(LENGTH.length()).strip());
            }
        }
        String body = length == 0 ? "" : new String(in.readNBytes(length), StandardCharsets.ISO_8859_1);
        out.write(answer(request, body));
        return true;
    }

    private String line() throws IOException {
        StringBuilder line = new StringBuilder(64);
        for (int next = in.read(); next != '\n' && next >= 0; next = in.read()) {
            if (next != '\r') {
                line.append((char) next);
            }
        }
        return line.toString();
    }

    private static byte[] answer(String request, String body) {
        if (request.startsWith("POST")) {
            return created(body);
        }
        if (request.startsWith("GET /benchmark/hello ")) {
            return HELLO;
        }
        int slash = request.lastIndexOf('/', request.lastIndexOf(' ') - 1);
        String id = request.substring(slash + 1, request.lastIndexOf(' '));
        return switch (request.charAt(0)) {
            case 'G' -> person(PEOPLE.get(id));
            case 'P' -> person(PEOPLE.replace(id, body) == null ? null : body);
            default -> PEOPLE.remove(id) == null ? UNKNOWN : GONE;
        };
    }

    private static byte[] created(String body) {
        String id = Long.toString(IDS.incrementAndGet());
        String person = "{\"id\":" + id + "," + body.substring(1);
        PEOPLE.put(id, person);
        return ascii(CREATED + id + "\r\nContent-Length: " + person.length() + "\r\n\r\n" + person);
    }

    private static byte[] person(@org.jspecify.annotations.Nullable String person) {
        return person == null ? UNKNOWN : ascii(OK + person.length() + "\r\n\r\n" + person);
    }
}
