package comparison.power;

import java.io.BufferedInputStream;
import java.io.Closeable;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.URI;
import java.util.Optional;

/**
 * Stands before a server and makes it look as if it had a fault. Each connection of a client has a virtual thread and
 * a connection of its own to the server; answers keep their bytes, but a chunked body gets a length instead.
 */
final class FaultyProxy implements Closeable {

    private final ServerSocket listener;
    private final URI server;
    private final Behaviour fault;

    FaultyProxy(URI server, Behaviour fault) throws IOException {
        this.listener = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
        this.server = server;
        this.fault = fault;
        Thread.startVirtualThread(this::acceptUntilClosed);
    }

    URI address() {
        return URI.create("http://localhost:" + listener.getLocalPort());
    }

    private void acceptUntilClosed() {
        while (!listener.isClosed()) {
            try {
                Socket client = listener.accept();
                Thread.startVirtualThread(() -> serve(client));
            } catch (IOException closed) {
                return;
            }
        }
    }

    private void serve(Socket client) {
        try (client;
                Socket socket = new Socket(server.getHost(), server.getPort())) {
            client.setTcpNoDelay(true);
            socket.setTcpNoDelay(true);
            answerAll(client, new Upstream(socket));
        } catch (IOException peerGone) {
            // Either side may end the connection; closing both is the answer to it.
        }
    }

    private void answerAll(Socket client, Upstream upstream) throws IOException {
        InputStream in = new BufferedInputStream(client.getInputStream());
        for (Optional<Message> request = Message.request(in); request.isPresent(); request = Message.request(in)) {
            Message answer = fault.answer(request.get(), upstream);
            client.getOutputStream().write(answer.bytes());
            if (request.get().isLast() || answer.isLast()) {
                return;
            }
        }
    }

    @Override
    public void close() {
        try {
            listener.close();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** One connection to the server without the fault. */
    private record Upstream(Socket socket, InputStream in) implements Behaviour.Server {

        Upstream(Socket socket) throws IOException {
            this(socket, new BufferedInputStream(socket.getInputStream()));
        }

        @Override
        public Message answer(Message request) throws IOException {
            try {
                socket.getOutputStream().write(request.bytes());
            } catch (IOException closedEarly) {
                // A server may answer before it has read a body that it refuses; that answer is read below.
            }
            return Message.answer(in, request.method());
        }
    }
}
