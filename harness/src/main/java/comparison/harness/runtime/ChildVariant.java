package comparison.harness.runtime;

import comparison.contract.Ports;
import comparison.harness.Fault;
import comparison.harness.load.Target;
import comparison.harness.plan.Limits;
import comparison.harness.plan.Own;
import comparison.harness.plan.Variant;
import comparison.harness.probe.Meter;
import comparison.harness.probe.StartupProbe;
import comparison.harness.process.Program;
import comparison.harness.record.Startup;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** Runs a variant as a child process. */
final class ChildVariant extends StartedVariant {

    private final Children.Boxed child;
    private final Limits asked;

    private ChildVariant(Children.Boxed child, Limits asked, int port, int managementPort, Path log) {
        super("localhost", port, managementPort, log);
        this.child = child;
        this.asked = asked;
    }

    /**
     * Starts a variant and waits for its first answer. It gets two free ports, unless its settings name ports.
     *
     * @param program its command, folder and database
     * @throws Fault if it does not start, or runs within other limits
     */
    static ChildVariant start(Children children, Variant variant, Program program, Limits asked, Path log) {
        int port = port(variant, Variant.SERVER_PORT, variant.port());
        int management = managementPort(variant, port);
        Map<String, String> settings = variant.settings(port);
        settings.put(Variant.SERVER_PORT, Integer.toString(port));
        settings.put(Variant.MANAGEMENT_SERVER_PORT, Integer.toString(management));
        Program settled = program.with(settings)
                .calling(program.command().stream()
                        .map(word -> Own.withPort(word, port))
                        .toList());
        Children.Boxed child = children.start("server", Processors.Party.SERVER, settled, boxed -> boxed.start(log));
        ChildVariant started = new ChildVariant(child, asked, port, management, log);
        started.await(asked);
        return started;
    }

    /**
     * Returns a port other than the first, unless the settings ask for the same one. A free port is not reserved, so it
     * may be found twice. With some stacks, both servers would then share the port and answer in turn, without an
     * error.
     */
    private static int managementPort(Variant variant, int first) {
        if (variant.hasOnePort()) {
            return first;
        }
        int port;
        do {
            port = port(variant, Variant.MANAGEMENT_SERVER_PORT, variant.managementPort());
        } while (port == first && variant.managementPort().isEmpty());
        return port;
    }

    private static int port(Variant variant, String setting, OptionalInt fixed) {
        if (fixed.isEmpty()) {
            return Ports.free();
        }
        try (ServerSocket socket = new ServerSocket()) {
            socket.setReuseAddress(true);
            socket.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), fixed.getAsInt()));
            return socket.getLocalPort();
        } catch (IOException e) {
            throw Fault.broken(
                    "Port %s, which variants.yaml asks for as %s of %s, can't be used: %s. Stop what holds it, or remove the setting: then a free port is taken."
                            .formatted(fixed.getAsInt(), setting, variant.id(), e.getMessage()));
        }
    }

    @Override
    Startup startup(StartupProbe.Answer answer, @Nullable Double ownSeconds) {
        double seconds = (answer.nanos() - child.child().spawnNanos()) / (double) TimeUnit.SECONDS.toNanos(1);
        return new Startup(1, "spawn", seconds, answer.polls(), null, ownSeconds);
    }

    @Override
    long pid() {
        return child.child().process().pid();
    }

    @Override
    String end() {
        return child.outOfMemory()
                ? "was killed by the kernel: out of memory (%s)".formatted(asked.memoryInWords())
                : "ended by itself with exit code %d"
                        .formatted(child.child().process().exitValue());
    }

    @Override
    public Target target() {
        return new Target(ProcessClient.LOOPBACK, port());
    }

    @Override
    public Meter meter() {
        return child.meter();
    }

    @Override
    public Optional<ProcessHandle> process() {
        return Optional.of(child.child().process().toHandle());
    }

    @Override
    public void close() {
        child.close();
    }
}
