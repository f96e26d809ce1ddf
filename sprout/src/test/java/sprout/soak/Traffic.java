package sprout.soak;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * Users that create, read, change and delete people through the JDK's client at a fixed rate, and check each answer.
 * The time of a request counts from when it was due, also if the one before took too long. Remembers what was
 * acknowledged, for {@link #verify}.
 */
final class Traffic {
    /** What became of a request. */
    enum Outcome {
        ANSWERED,
        /** No answer, or one that says that the server cannot answer now. */
        FAILED,
        /** An answer that is not true. */
        WRONG
    }

    /**
     * A request.
     *
     * @param due in the time of {@link System#nanoTime}, as {@code end}
     * @param detail empty if it was answered
     */
    record Sample(long due, long end, Outcome outcome, String detail) {}

    /** A person as it may be after the requests so far. */
    private static final class Row {
        private final long id;
        private final String name;
        private final Set<String> descriptions = new HashSet<>();
        private boolean mayExist = true;
        private boolean mayBeGone;

        Row(long id, String name, String description) {
            this.id = id;
            this.name = name;
            descriptions.add(description);
        }
    }

    /** A request was not answered as expected, so that the user begins anew. */
    private static final class Unanswered extends Exception {
        private static final long serialVersionUID = 1;
    }

    /** Each has a connection of its own, or two for a while. */
    static final int USERS = 16;

    private static final Duration PATIENCE = Duration.ofSeconds(40);
    private static final Set<Integer> UNAVAILABLE = Set.of(408, 500, 502, 503, 504);
    /** More than the 32 KiB from which on a body is read by the thread of its handler. */
    private static final String PADDING = "p".repeat(60_000);

    private static final String SEED = "seed";

    private final List<URI> servers;
    private final HttpClient client;
    private final long intervalNanos;
    private final List<User> users = new ArrayList<>();
    private final List<Thread> threads = new ArrayList<>();
    private volatile boolean stopped;

    /**
     * Creates users that do nothing yet.
     *
     * @param servers of one database, used by the users in turn
     * @param rate requests per second, of all users together
     */
    Traffic(List<URI> servers, HttpClient client, double rate) {
        this.servers = servers;
        this.client = client;
        this.intervalNanos = (long) (TimeUnit.SECONDS.toNanos(USERS) / rate);
        for (int i = 0; i < USERS; i++) {
            users.add(new User(i, servers.get(i % servers.size())));
        }
    }

    /** Begins, or continues after {@link #stop}. */
    void start() {
        stopped = false;
        long now = System.nanoTime();
        for (User user : users) {
            user.due = now + intervalNanos * user.number / USERS;
            threads.add(Thread.ofVirtual().start(user));
        }
    }

    /** Stops after the requests that are under way. */
    void stop() throws InterruptedException {
        stopped = true;
        for (Thread thread : threads) {
            thread.join();
        }
        threads.clear();
    }

    /** Returns all requests so far. Only while the traffic is stopped. */
    List<Sample> samples() {
        return users.stream().flatMap(user -> user.samples.stream()).toList();
    }

    /** Forgets the requests so far, except those that were answered wrongly. Only while the traffic is stopped. */
    void forgetWarmUp() {
        users.forEach(user -> user.samples.removeIf(sample -> sample.outcome() != Outcome.WRONG));
    }

    /** Returns the number of acknowledged writes so far. Only while the traffic is stopped. */
    long acknowledged() {
        return users.stream().mapToLong(user -> user.acknowledged).sum();
    }

    /**
     * Reads all people back and compares them with what was acknowledged. Only while the traffic is stopped.
     *
     * @return what was lost, or is there without a request; empty if nothing
     */
    List<String> verify() throws IOException, InterruptedException {
        Map<Long, JsonNode> people = everybody();
        List<String> faults = new ArrayList<>();
        Set<String> uncertain = new HashSet<>();
        for (User user : users) {
            uncertain.addAll(user.unacknowledged);
            for (Row row : user.rows) {
                JsonNode found = people.remove(row.id);
                if (found == null ? !row.mayBeGone : !row.mayExist) {
                    faults.add(row.name + (found == null ? " is lost" : " was deleted and is there"));
                } else if (found != null && !matches(row, found)) {
                    faults.add(row.name + " is " + found + " and not " + row.descriptions);
                }
            }
        }
        for (JsonNode left : people.values()) {
            String name = left.path("name").asString("");
            if (!name.equals(SEED) && !uncertain.remove(name)) {
                faults.add("nobody knows " + left);
            }
        }
        return faults;
    }

    private static boolean matches(Row row, JsonNode found) {
        return row.name.equals(found.path("name").asString(""))
                && row.descriptions.contains(found.path("description").asString(""));
    }

    private Map<Long, JsonNode> everybody() throws IOException, InterruptedException {
        Map<Long, JsonNode> people = new HashMap<>();
        long after = 0;
        while (true) {
            HttpResponse<String> page = client.send(
                    HttpRequest.newBuilder(servers.getFirst().resolve("/person?limit=1000&after=" + after))
                            .timeout(PATIENCE)
                            .build(),
                    BodyHandlers.ofString());
            if (page.statusCode() != 200) {
                throw new IOException("the people cannot be read back: " + page.statusCode() + " " + page.body());
            }
            JsonNode list = JsonMapper.shared().readTree(page.body());
            if (list.isEmpty()) {
                return people;
            }
            for (JsonNode person : list) {
                after = person.path("id").asLong();
                people.put(after, person);
            }
        }
    }

    /** Does one request after the other. Used by one thread at a time. */
    private final class User implements Runnable {
        private final int number;
        private final URI server;
        private final List<Sample> samples = new ArrayList<>();
        private final List<Row> rows = new ArrayList<>();
        /** Names of people whose creation got no answer. */
        private final List<String> unacknowledged = new ArrayList<>();

        private long acknowledged;
        private long due;
        private int round;

        User(int number, URI server) {
            this.number = number;
            this.server = server;
        }

        @Override
        public void run() {
            try {
                while (!stopped) {
                    round++;
                    try {
                        live();
                    } catch (Unanswered e) {
                        // The sample says why.
                    }
                }
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        }

        private void live() throws Unanswered, InterruptedException {
            String name = "user " + number + " round " + round;
            Row row = create(name);
            find(row);
            update(row);
            find(row);
            String hello = send("GET", "/benchmark/hello", null, 200);
            judge(hello.equals("Hello, World!"), "hello is " + hello);
            if (round % 2 == 0) {
                delete(row);
                send("GET", "/person/" + row.id, null, 404);
            }
        }

        private Row create(String name) throws Unanswered, InterruptedException {
            String description = "created €";
            String note = round % 8 == 0 ? PADDING : "";
            String body = JsonMapper.shared()
                    .writeValueAsString(Map.of("name", name, "description", description, "note", note));
            String answer;
            unacknowledged.add(name);
            answer = send("POST", "/person", body, 201);
            long id = JsonMapper.shared().readTree(answer).path("id").asLong();
            Row row = new Row(id, name, description);
            judgePerson(row, answer);
            unacknowledged.removeLast();
            acknowledged++;
            rows.add(row);
            return row;
        }

        private void find(Row row) throws Unanswered, InterruptedException {
            judgePerson(row, send("GET", "/person/" + row.id, null, 200));
        }

        private void update(Row row) throws Unanswered, InterruptedException {
            String description = "changed in round " + round;
            row.descriptions.add(description);
            String body = JsonMapper.shared()
                    .writeValueAsString(Map.of("id", row.id, "name", row.name, "description", description));
            String answer = send("PUT", "/person/" + row.id, body, 200);
            row.descriptions.retainAll(Set.of(description));
            judgePerson(row, answer);
            acknowledged++;
        }

        private void delete(Row row) throws Unanswered, InterruptedException {
            row.mayBeGone = true;
            send("DELETE", "/person/" + row.id, null, 204);
            row.mayExist = false;
            acknowledged++;
        }

        private void judgePerson(Row row, String answer) throws Unanswered {
            JsonNode person = JsonMapper.shared().readTree(answer);
            judge(person.path("id").asLong() == row.id && matches(row, person), row.name + " is " + answer);
        }

        /** Calls the last answer wrong unless it is right. */
        private void judge(boolean right, String detail) throws Unanswered {
            if (!right) {
                Sample last = samples.removeLast();
                samples.add(new Sample(last.due(), last.end(), Outcome.WRONG, detail));
                throw new Unanswered();
            }
        }

        /** Sends a request when it is due, and returns the answer if it has this status. */
        private String send(String method, String path, @Nullable String body, int status)
                throws Unanswered, InterruptedException {
            TimeUnit.NANOSECONDS.sleep(due - System.nanoTime());
            HttpRequest.Builder request = HttpRequest.newBuilder(server.resolve(path))
                    .timeout(PATIENCE)
                    .method(method, body == null ? BodyPublishers.noBody() : BodyPublishers.ofString(body));
            if (body != null) {
                request.header("Content-Type", "application/json");
            }
            String detail;
            Outcome outcome;
            try {
                HttpResponse<String> answer = client.send(request.build(), BodyHandlers.ofString());
                if (answer.statusCode() == status) {
                    sample(Outcome.ANSWERED, "");
                    return answer.body();
                }
                outcome = UNAVAILABLE.contains(answer.statusCode()) ? Outcome.FAILED : Outcome.WRONG;
                detail = answer.statusCode() + " " + answer.body();
            } catch (IOException e) {
                outcome = Outcome.FAILED;
                detail = e.toString();
            }
            sample(outcome, method + " " + path + ": " + detail);
            throw new Unanswered();
        }

        private void sample(Outcome outcome, String detail) {
            samples.add(new Sample(due, System.nanoTime(), outcome, detail));
            due += intervalNanos;
        }
    }
}
