package sprout.server;

import java.io.ByteArrayOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** Sends exactly the given bytes, and reads responses without repairing or retrying anything. */
public final class RawClient implements AutoCloseable {
    /**
     * Read time-out, longer than anything that the tests wait for: without an answer a test fails, but does not hang.
     */
    private static final int PATIENCE_MILLIS = 20_000;

    private final Socket wire;
    private final Socket socket;
    private final InputStream in;
    private final OutputStream out;

    RawClient(int port) throws IOException {
        this(new Socket(InetAddress.getLoopbackAddress(), port));
    }

    public RawClient(Socket connected) throws IOException {
        this(connected, connected);
    }

    /**
     * Creates a client on a socket that is layered on another one, such as TLS; {@link #reset} acts on the lower one.
     */
    public RawClient(Socket below, Socket connected) throws IOException {
        wire = below;
        socket = connected;
        socket.setTcpNoDelay(true);
        socket.setSoTimeout(PATIENCE_MILLIS);
        in = socket.getInputStream();
        out = socket.getOutputStream();
    }

    /** A response as it was on the wire, except that the body is decoded if it was chunked. */
    @SuppressWarnings("ArrayRecordComponent") // never compared as a whole
    public record Answer(int status, List<String> headers, byte[] body) {
        String text() {
            return new String(body, StandardCharsets.UTF_8);
        }

        boolean has(String header) {
            return headers.stream().anyMatch(header::equalsIgnoreCase);
        }

        boolean closes() {
            return has("Connection: close");
        }
    }

    public RawClient send(String text) throws IOException {
        return send(text.getBytes(StandardCharsets.UTF_8));
    }

    public RawClient send(byte[] bytes) throws IOException {
        out.write(bytes);
        out.flush();
        return this;
    }

    /** Sends a GET with no header but Host. */
    public RawClient get(String target) throws IOException {
        return send("GET " + target + " HTTP/1.1\r\nHost: test\r\n\r\n");
    }

    void endOutput() throws IOException {
        socket.shutdownOutput();
    }

    /** Closes the connection with a TCP reset. */
    public void reset() throws IOException {
        wire.setSoLinger(true, 0);
        wire.close();
    }

    public Answer answer() throws IOException {
        return answer(false);
    }

    /** Reads a response without a body, such as to HEAD, whatever its headers say. */
    Answer answerToHead() throws IOException {
        return answer(true);
    }

    /** Reads everything until the server closes. */
    public String rest() throws IOException {
        return new String(in.readAllBytes(), StandardCharsets.UTF_8);
    }

    /** Waits for the next byte or the end. Returns whether the server closed without another byte. */
    boolean atEnd() throws IOException {
        return in.read() < 0;
    }

    public String line() throws IOException {
        ByteArrayOutputStream line = new ByteArrayOutputStream();
        for (int b = next(); b != '\n'; b = next()) {
            line.write(b);
        }
        String text = line.toString(StandardCharsets.ISO_8859_1);
        if (!text.endsWith("\r")) {
            throw new IOException("line without CR: " + text);
        }
        return text.substring(0, text.length() - 1);
    }

    /** Reads to the end of a head. */
    public void skipHead() throws IOException {
        String line = line();
        while (!line.isEmpty()) {
            line = line();
        }
    }

    private Answer answer(boolean headOnly) throws IOException {
        String statusLine = line();
        if (!statusLine.startsWith("HTTP/1.1 ")) {
            throw new IOException("no status line: " + statusLine);
        }
        int status = Integer.parseInt(statusLine.substring(9, 12));
        List<String> headers = new ArrayList<>();
        for (String header = line(); !header.isEmpty(); header = line()) {
            headers.add(header);
        }
        boolean bodyless = headOnly || status == 204 || status == 304 || status < 200;
        return new Answer(status, headers, bodyless ? new byte[0] : body(headers));
    }

    private byte[] body(List<String> headers) throws IOException {
        for (String header : headers) {
            String lower = header.toLowerCase(Locale.ROOT);
            if (lower.startsWith("content-length:")) {
                return exactly(Integer.parseInt(lower.substring(15).strip()));
            }
            if (lower.equals("transfer-encoding: chunked")) {
                return chunks();
            }
        }
        return in.readAllBytes();
    }

    private byte[] chunks() throws IOException {
        ByteArrayOutputStream body = new ByteArrayOutputStream();
        for (int size = Integer.parseInt(line(), 16); size > 0; size = Integer.parseInt(line(), 16)) {
            body.write(exactly(size));
            line();
        }
        line();
        return body.toByteArray();
    }

    private byte[] exactly(int count) throws IOException {
        byte[] bytes = in.readNBytes(count);
        if (bytes.length < count) {
            throw new EOFException("the body ended after " + bytes.length + " of " + count + " bytes");
        }
        return bytes;
    }

    private int next() throws IOException {
        int b = in.read();
        if (b < 0) {
            throw new EOFException("the server closed the connection");
        }
        return b;
    }

    @Override
    public void close() throws IOException {
        socket.close();
    }
}
