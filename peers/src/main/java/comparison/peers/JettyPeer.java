package comparison.peers;

import java.nio.ByteBuffer;
import org.eclipse.jetty.http.HttpHeader;
import org.eclipse.jetty.server.Handler;
import org.eclipse.jetty.server.HttpConfiguration;
import org.eclipse.jetty.server.HttpConnectionFactory;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.server.Server;
import org.eclipse.jetty.server.ServerConnector;
import org.eclipse.jetty.util.Callback;
import org.eclipse.jetty.util.thread.Invocable;
import org.eclipse.jetty.util.thread.QueuedThreadPool;
import org.eclipse.jetty.util.thread.VirtualThreadPool;

/** Runs Jetty's core handler, declared as non-blocking on its thread pool, or as blocking on virtual threads. */
final class JettyPeer implements Peer {
    private final boolean dispatched;

    /**
     * Creates a peer that is not started yet.
     *
     * @param dispatched whether handlers run on virtual threads
     */
    JettyPeer(boolean dispatched) {
        this.dispatched = dispatched;
    }

    @Override
    public void start(int port) throws Exception {
        Server server = new Server(dispatched ? new VirtualThreadPool() : new QueuedThreadPool());
        HttpConfiguration configuration = new HttpConfiguration();
        configuration.setSendServerVersion(false);
        ServerConnector connector = new ServerConnector(server, new HttpConnectionFactory(configuration));
        connector.setHost("127.0.0.1");
        connector.setPort(port);
        server.addConnector(connector);
        server.setHandler(new Routes(dispatched));
        server.start();
    }

    private static final class Routes extends Handler.Abstract {
        Routes(boolean blocking) {
            super(blocking ? Invocable.InvocationType.BLOCKING : Invocable.InvocationType.NON_BLOCKING);
        }

        @Override
        public boolean handle(Request request, Response response, Callback callback) {
            return switch (Request.getPathInContext(request)) {
                case Answers.HELLO_PATH -> answer(response, callback, Answers.TEXT, Answers.HELLO);
                case Answers.JSON_PATH -> answer(response, callback, Answers.JSON, Answers.json());
                default -> false;
            };
        }

        private static boolean answer(Response response, Callback callback, String type, byte[] body) {
            response.getHeaders().put(HttpHeader.CONTENT_TYPE, type);
            response.write(true, ByteBuffer.wrap(body), callback);
            return true;
        }
    }
}
