package comparison.contract;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.IntStream;

/**
 * Creates an AOT cache (JEP 483, 514, 515) of an application: starts it on a database, sends the requests of the
 * training, and stops it, after which the JVM writes the cache. Image builds call {@link #main}, the harness calls
 * {@link #record}.
 */
public final class AotTraining {

    /** Time for the application to stop, and for the JVM to build the cache from the recording. */
    private static final Duration STOP_LIMIT = Duration.ofMinutes(5);

    /** Enough requests for the methods of a request to be compiled and to have meaningful profiles. */
    private static final int CLIENTS = 10;

    private static final int LOOPS = 500;

    /** Requests of the training. */
    public enum Kind {
        /** One request: the one with which the harness polls a starting application. */
        START,
        /** The same request and 20 000 more: create, read, update and delete by ten clients, as in the load plan. */
        TRAFFIC
    }

    private AotTraining() {}

    /**
     * Trains on a temporary database. Arguments: {@code start|traffic CACHE COMMAND...}, with the command of a JVM that
     * starts the application.
     */
    public static void main(String... arguments) {
        if (arguments.length < 3) {
            throw new IllegalArgumentException("Usage: start|traffic CACHE java [FLAG...] -jar JAR");
        }
        List<String> command = Arrays.asList(arguments).subList(2, arguments.length);
        try (Database database = Database.start()) {
            record(
                    Kind.valueOf(arguments[0].toUpperCase(Locale.ROOT)),
                    Path.of(arguments[1]),
                    command,
                    database.address(),
                    Map.of());
        }
    }

    /**
     * Creates a cache, replacing an existing one.
     *
     * @param kind of training
     * @param cache file to write
     * @param command of a JVM with the flags that it will have when the cache is used
     * @param database that the application uses
     * @param environment settings of the application other than database and ports
     * @throws IllegalStateException if the application fails or the JVM writes no cache; the message includes the end
     *     of a log
     */
    public static void record(
            Kind kind, Path cache, List<String> command, DatabaseAddress database, Map<String, String> environment) {
        List<String> recording = new ArrayList<>(command);
        recording.add(1, "-XX:AOTCacheOutput=" + cache);
        try {
            Files.deleteIfExists(cache);
            try (AppProcess app = AppProcess.start(recording, environment(database, environment))) {
                train(kind, app);
                int exitCode = app.stop(STOP_LIMIT);
                if (!Files.isRegularFile(cache)) {
                    throw new IllegalStateException("The JVM ended with code %d and wrote no cache %s. Its log:\n%s"
                            .formatted(exitCode, cache, app.log()));
                }
            }
        } catch (IOException e) {
            throw new UncheckedIOException("Cannot write " + cache, e);
        }
    }

    private static Map<String, String> environment(DatabaseAddress database, Map<String, String> settings) {
        Map<String, String> all = new HashMap<>(settings);
        all.putAll(database.environment());
        return all;
    }

    private static void train(Kind kind, AppProcess app) {
        app.awaitReady();
        Api api = new Api(app.app());
        api.get("/person?limit=1").has(200);
        if (kind == Kind.TRAFFIC) {
            sendTraffic(api);
        }
    }

    private static void sendTraffic(Api api) {
        try (ExecutorService clients = Executors.newFixedThreadPool(CLIENTS)) {
            List<? extends Future<?>> running = IntStream.range(0, CLIENTS)
                    .mapToObj(client -> clients.submit(() -> loop(api)))
                    .toList();
            for (Future<?> client : running) {
                client.get();
            }
        } catch (ExecutionException e) {
            throw new IllegalStateException("The application failed in training: " + e.getCause(), e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("Interrupted while training an application", e);
        }
    }

    private static void loop(Api api) {
        for (int i = 0; i < LOOPS; i++) {
            long id = api.post("/person", Api.json("Ada " + i, "mathematician"))
                    .has(201)
                    .isPerson("Ada " + i, "mathematician");
            String path = "/person/" + id;
            api.get(path).has(200);
            api.put(path, Api.json(id, "Grace " + i, "rear admiral")).has(200);
            api.delete(path).has(204);
        }
    }
}
