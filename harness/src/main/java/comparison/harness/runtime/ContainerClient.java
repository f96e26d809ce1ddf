package comparison.harness.runtime;

import comparison.harness.Fault;
import comparison.harness.load.JMeter;
import comparison.harness.load.LoadOrder;
import comparison.harness.probe.Sampler;
import comparison.harness.raw.RunFolder.LoadFolder;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** JMeter in a container of its own for each load. One load at a time; {@link #close} may be called by any thread. */
final class ContainerClient implements AutoCloseable {

    private static final int GLANCE_MILLIS = 100;
    private static final int GLANCES = 100;
    private static final Pattern VERSION = Pattern.compile("\\b(\\d+\\.\\d+\\.\\d+)\\s*$");

    private final Docker docker;
    private final String name;
    private volatile @Nullable Process running;

    /**
     * Makes a client; nothing is started.
     *
     * @param docker of the Compose project that the load is to reach
     * @param name of the container, unique on this engine
     */
    ContainerClient(Docker docker, String name) {
        this.docker = docker;
        this.name = name;
    }

    /** Sends a load and waits for its end, or for that of the variant or of the database. */
    void load(RunningVariant variant, Supplier<Optional<String>> databaseDeath, LoadOrder order, LoadFolder folder) {
        Path log = folder.path().resolve("jmeter.out");
        Process started = start(order, folder, log);
        running = started;
        try {
            Optional<Container> container = awaitContainer(started);
            if (container.isEmpty()) {
                ClientWatch.await(started, variant, databaseDeath, log);
                return;
            }
            try (Sampler _ = new Sampler(container.get().meter(), folder.resources("client"))) {
                ClientWatch.await(started, variant, databaseDeath, log);
            }
        } finally {
            close();
        }
    }

    private Process start(LoadOrder order, LoadFolder folder, Path log) {
        ProcessBuilder builder = new ProcessBuilder(command(order, folder))
                .redirectErrorStream(true)
                .redirectOutput(log.toFile());
        builder.environment().putAll(docker.environment());
        builder.environment().put("LOAD_RESULTS", folder.path().toAbsolutePath().toString());
        try {
            builder.environment().put("LOAD_USER", owner(folder.path()));
            return builder.start();
        } catch (IOException e) {
            throw Fault.broken("Cannot start JMeter's container: %s.".formatted(e.getMessage()), e);
        }
    }

    private List<String> command(LoadOrder order, LoadFolder folder) {
        List<String> command = new ArrayList<>(docker.composeCommand(
                "run",
                "--rm",
                "-T",
                "--no-deps",
                "--name",
                name,
                "--env",
                "JDK_JAVA_OPTIONS=" + String.join(" ", JMeter.JVM_FLAGS),
                "jmeter"));
        command.addAll(List.of("--logfile", "/results/" + folder.liveSamples().getFileName()));
        command.addAll(JMeter.properties("app", 8080, order));
        return command;
    }

    private static String owner(Path folder) throws IOException {
        return Files.getAttribute(folder, "unix:uid") + ":" + Files.getAttribute(folder, "unix:gid");
    }

    /** Returns the client's container once it runs, or nothing if it was quicker than us. */
    private Optional<Container> awaitContainer(Process started) {
        Optional<Container> found = Optional.empty();
        for (int i = 0; i < GLANCES && found.isEmpty() && started.isAlive(); i++) {
            pause();
            found = container();
        }
        return found;
    }

    private Optional<Container> container() {
        try {
            return Optional.of(Container.inspect(docker, name)).filter(container -> container.pid() > 0);
        } catch (Fault notThereYet) {
            return Optional.empty();
        }
    }

    private static void pause() {
        try {
            Thread.sleep(GLANCE_MILLIS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw Fault.broken("The load was interrupted.", e);
        }
    }

    /** Returns the version of JMeter, or "unknown". */
    String version() {
        return docker.compose("run", "--rm", "-T", "--no-deps", "jmeter", "--version")
                .lines()
                .flatMap(line -> VERSION.matcher(line).results())
                .map(match -> match.group(1))
                .findFirst()
                .orElse("unknown");
    }

    /** Ends and removes what runs. */
    @Override
    public void close() {
        Process client = running;
        if (client != null) {
            client.destroy();
        }
        docker.tryEngine("rm", "--force", name);
    }
}
