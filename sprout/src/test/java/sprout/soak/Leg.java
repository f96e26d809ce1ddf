package sprout.soak;

import comparison.contract.Database;
import java.io.IOException;
import java.net.http.HttpClient;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import sprout.server.TestTls;

/**
 * Runs normal traffic against a server in clear text and one with TLS, both of one mode and on one database, while
 * hostile clients attack or, in a control run, only as much CPU time is used. Used by one thread.
 */
final class Leg {
    /** Of one server: a quarter of it, 16 MiB, is what its connections may hold. */
    static final int HEAP_MIB = 64;
    /** Of one server. */
    static final int DESCRIPTORS = 1024;

    static final int REQUESTS_PER_SECOND = 100;
    /** Of a processor; what hostile clients may use, and what a control run burns. */
    static final double HOSTILE_SHARE = 0.25;

    /** Of an attack; one control run precedes it and one follows it, because the machine's speed drifts. */
    private static final int CONTROL_PART = 4;

    private static final int LARGE_FILE = 20_000_000;
    private static final Duration CYCLE = Duration.ofMinutes(1);
    private static final Duration FILL_LIMIT = Duration.ofSeconds(20);
    private static final Duration HELD = Duration.ofSeconds(2);
    /** After it, the threads that the server started for bursts have ended. */
    private static final Duration REST = Duration.ofSeconds(12);

    private final Duration length;
    private final Duration warmUp;
    private final boolean attacked;
    private final Database database;
    private final List<Server> servers;
    private final HostileClients hostile;
    private final Traffic traffic;
    private final Outages outages = new Outages();

    private Leg(
            Duration attack,
            boolean attacked,
            Database database,
            List<Server> servers,
            HostileClients hostile,
            Traffic traffic) {
        this.length = attacked ? attack : attack.dividedBy(CONTROL_PART);
        this.warmUp = Duration.ofSeconds(Math.clamp(attack.toSeconds() / 4, 5, 30));
        this.attacked = attacked;
        this.database = database;
        this.servers = servers;
        this.hostile = hostile;
        this.traffic = traffic;
    }

    /**
     * What a run has shown.
     *
     * @param inside requests that touched an outage
     * @param outside all other requests
     * @param acknowledged number of writes
     * @param lost what reading everything back has found to be missing or too much
     * @param other faults of the servers
     * @param before what each server held after the warm-up, with its clients at rest
     * @param after the same at the end
     * @param cpu share of a processor that the process of the hostile clients has used
     * @param begun hostile connections by kind
     * @param logged lines of the servers' logs that are errors
     */
    record Result(
            List<Traffic.Sample> inside,
            List<Traffic.Sample> outside,
            long acknowledged,
            List<String> lost,
            List<String> other,
            List<Server.Reading> before,
            List<Server.Reading> after,
            double cpu,
            String begun,
            List<Outages.Outage> outages,
            List<String> logged) {
        /** Returns what this run and a later one of the same length have shown together. */
        Result and(Result later) {
            return new Result(
                    both(inside, later.inside),
                    both(outside, later.outside),
                    acknowledged + later.acknowledged,
                    both(lost, later.lost),
                    both(other, later.other),
                    before,
                    later.after,
                    (cpu + later.cpu) / 2,
                    begun + later.begun,
                    both(outages, later.outages),
                    both(logged, later.logged));
        }

        private static <T> List<T> both(List<T> first, List<T> second) {
            return Stream.concat(first.stream(), second.stream()).toList();
        }
    }

    static Result attack(String mode, Duration length) throws Exception {
        return run(mode, length, true);
    }

    /** @param attack length of the attack; this run takes a quarter of it, after a warm-up as long */
    static Result control(String mode, Duration attack) throws Exception {
        return run(mode, attack, false);
    }

    private static Result run(String mode, Duration attack, boolean attacked) throws Exception {
        Path files = Files.createTempDirectory("soak");
        Files.write(files.resolve("large.bin"), new byte[LARGE_FILE]);
        try (Database database = Database.start();
                Server clear = server(mode, false, database, files);
                Server secured = server(mode, true, database, files);
                HostileClients hostile = HostileClients.start(List.of(clear.app(), secured.app()));
                HttpClient client = client()) {
            seed(database);
            Traffic traffic = new Traffic(List.of(clear.app(), secured.app()), client, REQUESTS_PER_SECOND);
            List<Server> servers = List.of(clear, secured);
            try {
                return new Leg(attack, attacked, database, servers, hostile, traffic).run();
            } catch (IOException e) {
                servers.forEach(Server::describe);
                throw e;
            }
        } finally {
            Files.delete(files.resolve("large.bin"));
            Files.delete(files);
        }
    }

    private static Server server(String mode, boolean secured, Database database, Path files) {
        String heap = HEAP_MIB + "m";
        return Server.start(
                mode,
                secured,
                database.address(),
                DESCRIPTORS,
                List.of("-Xms" + heap, "-Xmx" + heap, "-XX:+AlwaysPreTouch", "-XX:+UseSerialGC"),
                Map.of("FILES_DIR", files.toString()));
    }

    private static HttpClient client() throws IOException {
        return HttpClient.newBuilder()
                .version(HttpClient.Version.HTTP_1_1)
                .sslContext(TestTls.client(null))
                .connectTimeout(Duration.ofSeconds(10))
                .build();
    }

    /** Inserts a thousand people, whose list is an answer of some 400 KB. */
    static void seed(Database database) throws SQLException {
        try (Connection connection = database.address().connect();
                Statement statement = connection.createStatement()) {
            statement.execute("insert into person (name, description)"
                    + " select 'seed', repeat('s', 256) from generate_series(1, 1000)");
        }
    }

    private Result run() throws Exception {
        warmUp();
        traffic.forgetWarmUp();
        List<Server.Reading> before = readings();
        traffic.start();
        disturb();
        for (long left = length.toNanos() / cycles(), cycle = 0; cycle < cycles(); cycle++) {
            cycle(left);
        }
        double cpu = hostile.rest();
        traffic.stop();
        List<Server.Reading> after = readings();
        List<Traffic.Sample> inside = new ArrayList<>();
        List<Traffic.Sample> outside = new ArrayList<>();
        for (Traffic.Sample sample : traffic.samples()) {
            (outages.touches(sample.due(), sample.end()) ? inside : outside).add(sample);
        }
        return new Result(
                inside,
                outside,
                traffic.acknowledged(),
                traffic.verify(),
                faults(),
                before,
                after,
                cpu,
                hostile.begun(),
                outages.all(),
                servers.stream().flatMap(Leg::errors).toList());
    }

    /** Does once what happens later, so that whatever is allocated once is there before the first reading. */
    private void warmUp() throws Exception {
        traffic.start();
        disturb();
        TimeUnit.MILLISECONDS.sleep(warmUp.toMillis());
        exhaust(Hostile.SILENT, DESCRIPTORS);
        spendMemory();
        hostile.rest();
        traffic.stop();
    }

    private void disturb() throws IOException {
        if (attacked) {
            hostile.attack(HOSTILE_SHARE);
        } else {
            hostile.burn(HOSTILE_SHARE);
        }
    }

    private long cycles() {
        return Math.max(1, length.dividedBy(CYCLE));
    }

    private void cycle(long nanos) throws Exception {
        long from = System.nanoTime();
        sleepUntil(from + nanos / 10);
        outages.during("database", database::crash);
        sleepUntil(from + nanos * 4 / 10);
        if (attacked) {
            outages.during("descriptors", () -> exhaust(Hostile.SILENT, DESCRIPTORS));
        }
        sleepUntil(from + nanos * 7 / 10);
        if (attacked) {
            outages.during("memory", this::spendMemory);
        }
        sleepUntil(from + nanos);
    }

    private static void sleepUntil(long nanos) throws InterruptedException {
        TimeUnit.NANOSECONDS.sleep(nanos - System.nanoTime());
    }

    private void spendMemory() throws IOException, InterruptedException {
        if (attacked) {
            hostile.fill(Hostile.UNREAD_LIST, 100, FILL_LIMIT);
            exhaust(Hostile.HALF_BODY, 300);
        }
    }

    private void exhaust(Hostile kind, int connections) throws IOException, InterruptedException {
        if (attacked) {
            hostile.fill(kind, connections, FILL_LIMIT);
            TimeUnit.MILLISECONDS.sleep(HELD.toMillis());
            hostile.release();
        }
    }

    private List<Server.Reading> readings() throws IOException, InterruptedException {
        List<Server.Reading> readings = new ArrayList<>();
        for (Server server : servers) {
            server.awaitFewer(2 * Traffic.USERS);
        }
        TimeUnit.MILLISECONDS.sleep(REST.toMillis());
        for (Server server : servers) {
            server.awaitCalm();
            readings.add(server.read());
        }
        return readings;
    }

    private List<String> faults() throws IOException {
        List<String> faults = new ArrayList<>();
        if (!hostile.wrongAnswers().isEmpty()) {
            faults.add(hostile.wrongAnswers());
        }
        for (Server server : servers) {
            if (!server.healthy()) {
                faults.add(server.app() + " does not say that it is UP");
            }
        }
        return faults;
    }

    private static Stream<String> errors(Server server) {
        return server.log().lines().filter(line -> line.contains(" ERROR "));
    }
}
