import com.sun.management.OperatingSystemMXBean;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicLong;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A server of the load plan that may have a fault, to see whether the measurement finds it. The fault is in the environment
 * variable FAULT:
 *
 * <ul>
 *   <li>{@code select}: an update reads the row first
 *   <li>{@code lost-update}: an update answers as if it had been done
 *   <li>{@code body}: every hundredth read has a wrong name in its body
 *   <li>{@code cpu:SHARE}: a request takes that share more processor time, such as 0.1
 *   <li>{@code none}: no fault; it keeps the same account of its time as with {@code cpu}, or the account would be a fault
 *   <li>{@code wait:MILLIS}: a request takes so many ms longer
 *   <li>{@code death:REQUESTS}: it dies after so many requests
 * </ul>
 */
final class FaultyServer {

    private static final String FAULT = System.getenv().getOrDefault("FAULT", "none");
    private static final String KIND = FAULT.split(":")[0];
    private static final String INSERT =
            "insert into person (name, description) values (?, ?) returning id, name, description";
    private static final String FIND = "select id, name, description from person where id = ?";
    private static final String LIST = "select id, name, description from person where id > ? order by id limit ?";
    private static final String UPDATE =
            "update person set name = ?, description = ? where id = ? returning id, name, description";
    private static final String DELETE = "delete from person where id = ? returning id";
    private static final Pattern NAME = Pattern.compile("\"name\"\\s*:\\s*\"([^\"]*)\"");
    private static final Pattern DESCRIPTION = Pattern.compile("\"description\"\\s*:\\s*\"([^\"]*)\"");
    private static final int CONNECTIONS = 10;
    private static final int THREADS = 16;

    private final BlockingQueue<Connection> pool = new ArrayBlockingQueue<>(CONNECTIONS);
    private final AtomicLong requests = new AtomicLong();
    private final AtomicLong burnt = new AtomicLong();
    private final OperatingSystemMXBean process = (OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean();
    private long cpuAtFirstRequest;

    public static void main(String[] arguments) throws Exception {
        System.setProperty("sun.net.httpserver.nodelay", "true");
        new FaultyServer().serve(Integer.parseInt(System.getenv("SERVER_PORT")));
    }

    private void serve(int port) throws Exception {
        for (int i = 0; i < CONNECTIONS; i++) {
            pool.add(DriverManager.getConnection(
                    "jdbc:postgresql://%s:%s/%s".formatted(env("DB_HOST"), env("DB_PORT"), env("DB_NAME")),
                    env("DB_USER"),
                    env("DB_PASSWORD")));
        }
        HttpServer server = HttpServer.create(new InetSocketAddress(port), 100);
        server.setExecutor(Executors.newFixedThreadPool(THREADS));
        server.createContext("/person", this::answer);
        server.start();
        System.out.println("fault: " + FAULT);
    }

    private static String env(String name) {
        return System.getenv(name);
    }

    private void answer(HttpExchange exchange) throws IOException {
        try (exchange) {
            plantInTime();
            String path = exchange.getRequestURI().getPath();
            String body = new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8);
            Connection connection = pool.take();
            try {
                send(exchange, connection, exchange.getRequestMethod(), path, body);
            } finally {
                pool.add(connection);
            }
        } catch (SQLException | InterruptedException | RuntimeException e) {
            e.printStackTrace();
            throw new IOException(e);
        }
    }

    private void send(HttpExchange exchange, Connection connection, String method, String path, String body)
            throws SQLException, IOException {
        long id = path.length() > 8 ? Long.parseLong(path.substring(8)) : 0;
        switch (method) {
            case "POST" -> reply(exchange, 201, query(connection, INSERT, field(NAME, body), field(DESCRIPTION, body)));
            case "PUT" -> reply(exchange, 200, update(connection, id, field(NAME, body), field(DESCRIPTION, body)));
            case "DELETE" -> reply(exchange, query(connection, DELETE, id).isEmpty() ? 404 : 204, "");
            default -> reply(exchange, 200, id == 0 ? "[" + query(connection, LIST, 0L, 1) + "]" : read(connection, id));
        }
    }

    private static String field(Pattern pattern, String body) {
        Matcher found = pattern.matcher(body);
        if (!found.find()) {
            throw new IllegalArgumentException("no " + pattern + " in " + body);
        }
        return found.group(1);
    }

    private String update(Connection connection, long id, String name, String description) throws SQLException {
        if (KIND.equals("lost-update")) {
            return json(id, name, description);
        }
        if (KIND.equals("select")) {
            query(connection, FIND, id);
        }
        return query(connection, UPDATE, name, description, id);
    }

    private String read(Connection connection, long id) throws SQLException {
        String right = query(connection, FIND, id);
        return KIND.equals("body") && requests.get() % 100 == 0 ? right.replace("name\":\"", "name\":\"not ") : right;
    }

    private static void reply(HttpExchange exchange, int status, String body) throws IOException {
        byte[] bytes = body.getBytes(StandardCharsets.UTF_8);
        exchange.getResponseHeaders().set("Content-Type", "application/json");
        exchange.sendResponseHeaders(status, bytes.length == 0 ? -1 : bytes.length);
        exchange.getResponseBody().write(bytes);
    }

    private static String query(Connection connection, String sql, Object... parameters) throws SQLException {
        try (PreparedStatement statement = connection.prepareStatement(sql)) {
            for (int i = 0; i < parameters.length; i++) {
                statement.setObject(i + 1, parameters[i]);
            }
            try (ResultSet rows = statement.executeQuery()) {
                if (!rows.next()) {
                    return "";
                }
                return rows.getMetaData().getColumnCount() == 1
                        ? rows.getString(1)
                        : json(rows.getLong(1), rows.getString(2), rows.getString(3));
            }
        }
    }

    private static String json(long id, String name, String description) {
        return "{\"id\":%d,\"name\":\"%s\",\"description\":\"%s\"}".formatted(id, name, description);
    }

    private void plantInTime() throws InterruptedException {
        long number = requests.incrementAndGet();
        switch (KIND) {
            case "wait" -> Thread.sleep(Long.parseLong(argument()));
            case "none" -> burn(number, 0);
            case "cpu" -> burn(number, Double.parseDouble(argument()));
            case "death" -> {
                if (number == Long.parseLong(argument())) {
                    Runtime.getRuntime().halt(70);
                }
            }
            default -> {
                // Faults of content are planted where the content is made.
            }
        }
    }

    private static String argument() {
        return FAULT.split(":")[1];
    }

    /** Keeps what was burnt at that share of all other processor time since the first request. */
    private void burn(long number, double share) {
        if (number == 1) {
            cpuAtFirstRequest = process.getProcessCpuTime();
        }
        long before = ManagementFactory.getThreadMXBean().getCurrentThreadCpuTime();
        long used = process.getProcessCpuTime() - cpuAtFirstRequest;
        long debt = (long) (share * (used - burnt.get())) - burnt.get();
        long now = before;
        while (now - before < Math.min(debt, 5_000_000)) {
            for (int i = 0; i < 50; i++) {
                Thread.onSpinWait();
            }
            now = ManagementFactory.getThreadMXBean().getCurrentThreadCpuTime();
        }
        burnt.addAndGet(now - before);
    }
}
