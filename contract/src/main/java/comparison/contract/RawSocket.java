package comparison.contract;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.OutputStream;
import java.net.Socket;
import java.net.URI;

/** Sends what an HTTP client would refuse to send, or would give up on before it reads the answer. */
final class RawSocket {

    private static final int READ_LIMIT_MILLIS = 30_000;

    private RawSocket() {}

    /** Sends the bytes of a Latin-1 text and returns the status code of the answer. */
    static int statusOf(URI server, String request) throws IOException {
        try (Socket socket = new Socket(server.getHost(), server.getPort())) {
            socket.setSoTimeout(READ_LIMIT_MILLIS);
            sendAsFarAsTheServerReads(socket.getOutputStream(), request);
            var in = new BufferedReader(new InputStreamReader(socket.getInputStream(), ISO_8859_1));
            String statusLine = in.readLine();
            if (statusLine == null) {
                throw new AssertionError(server + " closed the connection without an answer");
            }
            return Integer.parseInt(statusLine.split(" ", 3)[1]);
        }
    }

    /** A server may answer and close before it has read a body that it refuses (RFC 9110, 15.5.14). */
    private static void sendAsFarAsTheServerReads(OutputStream out, String request) {
        try {
            out.write(request.getBytes(ISO_8859_1));
        } catch (IOException closedEarly) {
            // Its answer, sent before, is still there to be read.
        }
    }
}
