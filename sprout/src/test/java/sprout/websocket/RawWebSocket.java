package sprout.websocket;

import java.io.Closeable;
import java.io.DataInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/** A client that sends what it is told to, byte for byte, and reads frames of a server strictly. */
public final class RawWebSocket implements Closeable {
    private static final int PATIENCE_MILLIS = 20_000;
    static final String KEY = "dGhlIHNhbXBsZSBub25jZQ==";

    private final Socket socket;
    private final DataInputStream in;
    private final OutputStream out;

    RawWebSocket(int port) throws IOException {
        this(new Socket(InetAddress.getLoopbackAddress(), port));
    }

    RawWebSocket(Socket socket) throws IOException {
        this.socket = socket;
        socket.setTcpNoDelay(true);
        socket.setSoTimeout(PATIENCE_MILLIS);
        in = new DataInputStream(new java.io.BufferedInputStream(socket.getInputStream()));
        out = socket.getOutputStream();
    }

    /** A frame of the server. */
    @SuppressWarnings("ArrayRecordComponent") // never compared as a whole
    record Frame(int opcode, byte[] payload) {
        String text() {
            return new String(payload, StandardCharsets.UTF_8);
        }

        /** The code of a close frame; 1005 if it has none. */
        int code() {
            return payload.length == 0 ? 1005 : (payload[0] & 0xff) << 8 | (payload[1] & 0xff);
        }
    }

    public static String request(String path, String... headers) {
        StringBuilder request = new StringBuilder("GET " + path + " HTTP/1.1\r\nHost: test\r\n");
        request.append("Upgrade: websocket\r\nConnection: keep-alive, Upgrade\r\n");
        request.append("Sec-WebSocket-Key: " + KEY + "\r\nSec-WebSocket-Version: 13\r\n");
        for (String header : headers) {
            request.append(header).append("\r\n");
        }
        return request.append("\r\n").toString();
    }

    static RawWebSocket open(int port, String path, String... headers) throws IOException {
        return new RawWebSocket(port).handshake(path, headers);
    }

    /** Opens a session whose client takes little before it reads. */
    static RawWebSocket openSlow(int port, String path) throws IOException {
        Socket socket = new Socket();
        socket.setReceiveBufferSize(4 * 1024);
        socket.connect(new InetSocketAddress(InetAddress.getLoopbackAddress(), port));
        return new RawWebSocket(socket).handshake(path);
    }

    RawWebSocket handshake(String path, String... headers) throws IOException {
        send(request(path, headers));
        List<String> head = head();
        if (!head.getFirst().equals("HTTP/1.1 101 Switching Protocols")) {
            throw new IOException("not switched: " + head);
        }
        return this;
    }

    RawWebSocket send(String text) throws IOException {
        return send(text.getBytes(StandardCharsets.ISO_8859_1));
    }

    RawWebSocket send(byte[]... parts) throws IOException {
        for (byte[] part : parts) {
            out.write(part);
        }
        out.flush();
        return this;
    }

    /** Status line and headers of a response. */
    List<String> head() throws IOException {
        List<String> lines = new ArrayList<>();
        StringBuilder line = new StringBuilder();
        for (int b = in.readUnsignedByte(); ; b = in.readUnsignedByte()) {
            if (b != '\n') {
                line.append((char) b);
                continue;
            }
            String text = line.toString().strip();
            if (text.isEmpty()) {
                return lines;
            }
            lines.add(text);
            line.setLength(0);
        }
    }

    Frame frame() throws IOException {
        int first = in.readUnsignedByte();
        int second = in.readUnsignedByte();
        if ((first & 0xf0) != 0x80 || (second & 0x80) != 0) {
            throw new IOException("a server's frame is final, without reserved bits and mask: " + first + " " + second);
        }
        long length = second == 126 ? in.readUnsignedShort() : second == 127 ? in.readLong() : second;
        byte[] payload = in.readNBytes((int) length);
        if (payload.length < length) {
            throw new EOFException("the frame ended after " + payload.length + " bytes");
        }
        return new Frame(first & 0x0f, payload);
    }

    /** Reads a close frame with this code and then the end. */
    void closesWith(int code) throws IOException {
        Frame frame = frame();
        if (frame.opcode() != FrameParser.CLOSE || frame.code() != code) {
            throw new IOException("close " + code + " was expected, not " + frame.opcode() + " " + frame.code() + " "
                    + new String(frame.payload(), StandardCharsets.ISO_8859_1));
        }
        if (!atEnd()) {
            throw new IOException("the server did not close the connection");
        }
    }

    boolean atEnd() throws IOException {
        return in.read() < 0;
    }

    void endOutput() throws IOException {
        socket.shutdownOutput();
    }

    void reset() throws IOException {
        socket.setSoLinger(true, 0);
        socket.close();
    }

    @Override
    public void close() throws IOException {
        socket.close();
    }
}
