package comparison.peers;

import com.sun.management.ThreadMXBean;
import comparison.peers.dispatched.Application;
import io.undertow.server.handlers.BlockingHandler;
import io.vertx.core.ThreadingModel;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.lang.management.ManagementFactory;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.function.Supplier;
import java.util.logging.Level;
import java.util.logging.Logger;

/**
 * Starts one server, which runs until standard input is closed. Prints {@code ready} when the server accepts
 * connections and, for each line on standard input, the bytes that all Java threads have allocated so far.
 */
public final class Peers {
    private static final Map<String, Supplier<Peer>> SERVERS = new LinkedHashMap<>();

    static {
        Class<?> onLoop = comparison.peers.onloop.Application.class;
        SERVERS.put("sprout-nio-loop", () -> new SproutPeer(onLoop, "nio", "virtual"));
        SERVERS.put("sprout-nio-virtual", () -> new SproutPeer(Application.class, "nio", "virtual"));
        SERVERS.put("sprout-nio-platform", () -> new SproutPeer(Application.class, "nio", "platform"));
        SERVERS.put("sprout-hybrid-virtual", () -> new SproutPeer(Application.class, "hybrid", "virtual"));
        SERVERS.put("sprout-hybrid-platform", () -> new SproutPeer(Application.class, "hybrid", "platform"));
        SERVERS.put("helidon", HelidonPeer::new);
        SERVERS.put("vertx-loop", () -> new VertxPeer(ThreadingModel.EVENT_LOOP, false));
        SERVERS.put("vertx-loop-router", () -> new VertxPeer(ThreadingModel.EVENT_LOOP, true));
        SERVERS.put("vertx-virtual", () -> new VertxPeer(ThreadingModel.VIRTUAL_THREAD, false));
        SERVERS.put("undertow-loop", () -> new UndertowPeer(UndertowPeer.paths()));
        SERVERS.put("undertow-loop-router", () -> new UndertowPeer(UndertowPeer.router()));
        SERVERS.put("undertow-worker", () -> new UndertowPeer(new BlockingHandler(UndertowPeer.paths())));
        SERVERS.put("jetty-loop", () -> new JettyPeer(false));
        SERVERS.put("jetty-virtual", () -> new JettyPeer(true));
        SERVERS.put("jdk", JdkPeer::new);
    }

    private Peers() {}

    /**
     * Starts the server with this name on this port.
     *
     * @param arguments name and port
     */
    public static void main(String... arguments) throws Exception {
        if (arguments.length != 2 || !SERVERS.containsKey(arguments[0])) {
            System.err.println("Usage: java -jar peers.jar SERVER PORT, with SERVER one of " + names());
            System.exit(2);
        }
        Logger.getLogger("").setLevel(Level.WARNING);
        named(arguments[0]).start(Integer.parseInt(arguments[1]));
        System.out.println("ready");
        answerUntilClosed();
        System.exit(0);
    }

    static Set<String> names() {
        return SERVERS.keySet();
    }

    static Peer named(String name) {
        return Objects.requireNonNull(SERVERS.get(name), name).get();
    }

    private static void answerUntilClosed() throws IOException {
        ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
        BufferedReader questions = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
        while (questions.readLine() != null) {
            System.out.println(threads.getTotalThreadAllocatedBytes());
        }
    }
}
