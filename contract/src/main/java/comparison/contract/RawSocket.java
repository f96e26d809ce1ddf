package comparison.contract;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.OutputStream;
import java.net.Socket;
import java.net.URI;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;

/** Sends requests that an HTTP client would refuse to send, or would abort before it reads the response. */
final class RawSocket {

    private static final int READ_LIMIT_MILLIS = 30_000;

    private RawSocket() {}

    /** Sends a request in Latin-1 and reads only the status code of the response. */
    static int statusOf(URI server, String request) throws IOException {
        try (Socket socket = new Socket(server.getHost(), server.getPort())) {
            socket.setSoTimeout(READ_LIMIT_MILLIS);
            sendAsFarAsTheServerReads(socket.getOutputStream(), request);
            var in = new BufferedReader(new InputStreamReader(socket.getInputStream(), ISO_8859_1));
            return statusIn(in, server);
        }
    }

    /**
     * Sends a request with {@code Connection: close} and reads the response, including its head, until the server
     * closes.
     */
    static String answerOf(URI server, String request) throws IOException {
        try (Socket socket = new Socket(server.getHost(), server.getPort())) {
            socket.setSoTimeout(READ_LIMIT_MILLIS);
            socket.getOutputStream().write(request.getBytes(ISO_8859_1));
            return new String(socket.getInputStream().readAllBytes(), ISO_8859_1);
        }
    }

    private static int statusIn(BufferedReader answer, URI server) throws IOException {
        String statusLine = answer.readLine();
        if (statusLine == null) {
            throw new AssertionError(server + " closed the connection without an answer");
        }
        return Integer.parseInt(statusLine.split(" ", 3)[1]);
    }

    /**
     * Sends requests without a body on one connection, in bursts. Each burst is sent after the responses to the
     * previous one.
     */
    static List<Integer> statusesOf(URI server, List<List<String>> burstsOfPaths) throws IOException {
        try (Socket socket = new Socket(server.getHost(), server.getPort())) {
            socket.setSoTimeout(READ_LIMIT_MILLIS);
            var in = new BufferedReader(new InputStreamReader(socket.getInputStream(), ISO_8859_1));
            List<Integer> statuses = new ArrayList<>();
            for (List<String> paths : burstsOfPaths) {
                String burst = paths.stream()
                        .map(path -> "GET " + path + " HTTP/1.1\r\nHost: " + server.getAuthority() + "\r\n\r\n")
                        .collect(Collectors.joining());
                socket.getOutputStream().write(burst.getBytes(ISO_8859_1));
                for (int i = 0; i < paths.size(); i++) {
                    statuses.add(readAnswer(in, server));
                }
            }
            return statuses;
        }
    }

    /**
     * Reads a response with a Content-Length and returns its status code.
     *
     * @throws AssertionError if the server closes the connection
     */
    private static int readAnswer(BufferedReader in, URI server) throws IOException {
        int status = statusIn(in, server);
        long length = 0;
        for (String line = in.readLine(); line != null && !line.isEmpty(); line = in.readLine()) {
            String field = line.toLowerCase(Locale.ROOT);
            if (field.startsWith("connection:") && field.contains("close")) {
                throw new AssertionError(server + " ends a connection that its client would keep");
            }
            if (field.startsWith("content-length:")) {
                length = Long.parseLong(
                        line.substring("content-length:".length()).strip());
            }
        }
        for (long left = length; left > 0; left--) {
            in.read();
        }
        return status;
    }

    /**
     * Sends a request, but ignores a closed connection: a server may answer and close before it has read a body that it
     * rejects (RFC 9110, 15.5.14).
     */
    private static void sendAsFarAsTheServerReads(OutputStream out, String request) {
        try {
            out.write(request.getBytes(ISO_8859_1));
        } catch (IOException closedEarly) {
            // The response was sent before and can still be read.
        }
    }
}
