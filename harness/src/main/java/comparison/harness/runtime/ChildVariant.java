package comparison.harness.runtime;

import comparison.harness.Fault;
import comparison.harness.plan.Limits;
import comparison.harness.plan.Own;
import comparison.harness.plan.Variant;
import comparison.harness.probe.HeapMeter;
import comparison.harness.probe.HotSpot;
import comparison.harness.probe.Meter;
import comparison.harness.probe.StartupProbe;
import comparison.harness.raw.Invocation.AppliedLimits;
import comparison.harness.raw.Jvm;
import comparison.harness.raw.Startup;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** A variant as a child process. */
final class ChildVariant implements RunningVariant {

    private static final String SERVER_PORT = "SERVER_PORT";
    private static final Duration START_LIMIT = Duration.ofMinutes(2);

    private final Children.Child child;
    private final Limits asked;
    private final Path log;
    private final int port;
    private final int managementPort;
    private @Nullable Startup startup;

    private ChildVariant(Children.Child child, Limits asked, Path log, int port, int managementPort) {
        this.child = child;
        this.asked = asked;
        this.log = log;
        this.port = port;
        this.managementPort = managementPort;
    }

    /** Starts it on two ports that are free, or on those that its settings ask for, and waits for the first answer. */
    static ChildVariant start(
            Children children,
            Path project,
            Variant variant,
            List<String> command,
            Map<String, String> database,
            Limits asked,
            Path log) {
        int port = port(variant, SERVER_PORT);
        int management = port(variant, "MANAGEMENT_SERVER_PORT");
        Map<String, String> environment = new HashMap<>(database);
        variant.environment().forEach((name, value) -> environment.put(name, Own.withPort(value, port)));
        environment.put(SERVER_PORT, Integer.toString(port));
        environment.put("MANAGEMENT_SERVER_PORT", Integer.toString(management));
        List<String> words =
                command.stream().map(word -> Own.withPort(word, port)).toList();
        Children.Child child = children.startVariant(project, words, environment, log);
        ChildVariant started = new ChildVariant(child, asked, log, port, management);
        try {
            started.startup = started.awaitAnswer();
            InForce.verify("the variant", asked, child.meter().limits());
            return started;
        } catch (RuntimeException e) {
            started.close();
            throw e;
        }
    }

    private static int port(Variant variant, String setting) {
        String wanted = wanted(variant, setting);
        try (ServerSocket socket = new ServerSocket()) {
            socket.setReuseAddress(true);
            socket.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), Integer.parseInt(wanted)));
            return socket.getLocalPort();
        } catch (IOException | IllegalArgumentException e) {
            throw Fault.broken(
                    "Port %s, which variants.yaml asks for as %s of %s, can't be used: %s. Stop what holds it, or remove the setting: then a free port is taken."
                            .formatted(wanted, setting, variant.id(), e.getMessage()));
        }
    }

    private static String wanted(Variant variant, String setting) {
        Own own = variant.own();
        Integer port = own == null ? null : own.port();
        return port != null && SERVER_PORT.equals(setting)
                ? port.toString()
                : variant.environment().getOrDefault(setting, "0");
    }

    private Startup awaitAnswer() {
        StartupProbe probe = new StartupProbe(new InetSocketAddress(InetAddress.getLoopbackAddress(), port));
        StartupProbe.Answer answer = probe.await(() -> child.process().isAlive(), START_LIMIT)
                .orElseThrow(() -> Fault.broken("the variant " + death().orElse(silence())));
        double seconds = (answer.nanos() - child.spawnNanos()) / (double) TimeUnit.SECONDS.toNanos(1);
        return new Startup(1, "spawn", seconds, answer.polls(), null, OwnFigure.in(log));
    }

    private String silence() {
        return "did not answer GET /person?limit=1 with 200 within %d s: %s. Log: %s"
                .formatted(START_LIMIT.toSeconds(), Logs.lastLine(log), log);
    }

    long pid() {
        return child.process().pid();
    }

    int port() {
        return port;
    }

    int managementPort() {
        return managementPort;
    }

    @Override
    public Startup startup() {
        if (startup == null) {
            throw new IllegalStateException("not started yet");
        }
        return startup;
    }

    @Override
    public Jvm jvm() {
        return HotSpot.read(child.process().toHandle());
    }

    @Override
    public Optional<HeapMeter> heap() {
        return HeapMeter.of(child.process().toHandle());
    }

    @Override
    public AppliedLimits limits() {
        return InForce.of(child.meter(), pid());
    }

    @Override
    public Optional<ProcessHandle> process() {
        return Optional.of(child.process().toHandle());
    }

    @Override
    public Optional<URI> management() {
        return Optional.of(URI.create("http://localhost:" + managementPort));
    }

    @Override
    public Meter meter() {
        return child.meter();
    }

    @Override
    public Optional<String> death() {
        if (child.process().isAlive()) {
            return Optional.empty();
        }
        String why = child.outOfMemory()
                ? "was killed by the kernel for want of memory (%s)".formatted(asked.memoryInWords())
                : "ended by itself with exit code %d".formatted(child.process().exitValue());
        return Optional.of("%s: %s. Log: %s".formatted(why, Logs.lastLine(log), log));
    }

    @Override
    public void close() {
        child.close();
    }
}
