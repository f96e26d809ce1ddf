package comparison.peers;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.concurrent.Executors;

/**
 * Runs the JDK's HttpServer with a virtual thread per request. The property nodelay disables Nagle's algorithm, which
 * would delay responses.
 */
final class JdkPeer implements Peer {
    private static final int BACKLOG = 1024;

    @Override
    public void start(int port) throws IOException {
        System.setProperty("sun.net.httpserver.nodelay", "true");
        System.setProperty("sun.net.httpserver.maxIdleConnections", "10000");
        HttpServer server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), port), BACKLOG);
        server.createContext(Answers.HELLO_PATH, exchange -> answer(exchange, Answers.TEXT, Answers.HELLO));
        server.createContext(Answers.JSON_PATH, exchange -> answer(exchange, Answers.JSON, Answers.json()));
        server.setExecutor(Executors.newVirtualThreadPerTaskExecutor());
        server.start();
    }

    private static void answer(HttpExchange exchange, String type, byte[] body) throws IOException {
        exchange.getResponseHeaders().set("Content-Type", type);
        exchange.sendResponseHeaders(200, body.length);
        exchange.getResponseBody().write(body);
        exchange.close();
    }
}
