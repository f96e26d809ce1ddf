package comparison.harness.runtime;

import comparison.contract.JvmOptions;
import comparison.harness.Fault;
import comparison.harness.probe.Meter;
import comparison.harness.runtime.Processors.Party;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;

/** The processes that a testbed has started, each in a box of its own. Safe for use by many threads. */
final class Children implements AutoCloseable {

    private static final Duration STOP_LIMIT = Duration.ofSeconds(20);

    private final Confinement confinement;
    private final String name;
    private final Set<Child> running = ConcurrentHashMap.newKeySet();
    private volatile boolean closed;

    Children(Confinement confinement, String name) {
        this.confinement = confinement;
        this.name = name;
    }

    /** Starts a process whose output goes to a file. */
    Child start(String role, Party party, List<String> command, Map<String, String> environment, Path log) {
        ProcessBuilder builder = new ProcessBuilder().redirectErrorStream(true).redirectOutput(log.toFile());
        return start(role, party, command, environment, builder, log);
    }

    /** Starts what is measured, within limits, in a folder. */
    Child startVariant(Path folder, List<String> command, Map<String, String> environment, Path log) {
        ProcessBuilder builder = new ProcessBuilder()
                .directory(folder.toFile())
                .redirectErrorStream(true)
                .redirectOutput(log.toAbsolutePath().toFile());
        return start("server", Party.SERVER, command, environment, builder, log);
    }

    /** Starts a process without limits that is spoken to by its standard input and output; its errors go to a file. */
    Child startTalking(String role, List<String> command, Path log) {
        ProcessBuilder builder = new ProcessBuilder().redirectError(log.toFile());
        return start(role, Party.CLIENT, command, Map.of(), builder, log);
    }

    private Child start(
            String role,
            Party party,
            List<String> command,
            Map<String, String> environment,
            ProcessBuilder builder,
            Path log) {
        if (closed) {
            throw over();
        }
        settle(builder.environment(), environment);
        Confinement.Box box = confinement.box(name + "-" + role, party);
        try {
            Files.createDirectories(log.toAbsolutePath().getParent());
            builder.command(box.command(command));
            Child child = new Child(System.nanoTime(), builder.start(), box);
            running.add(child);
            // Whoever closes looks at what is running after this was set: one of the two sees the child.
            if (closed) {
                child.close();
                throw over();
            }
            return child;
        } catch (IOException e) {
            box.close();
            throw Fault.broken("Cannot start %s: %s.".formatted(command.get(0), e.getMessage()), e);
        }
    }

    /** Makes the environment of a child of the caller's and of what the child is to have. */
    static void settle(Map<String, String> environment, Map<String, String> own) {
        JvmOptions.removeFrom(environment);
        environment.putAll(own);
    }

    private static Fault over() {
        return Fault.broken("The run is over; no process is started any more.");
    }

    /** Returns how many processors a party may use, if nothing else limits it. */
    int processors(Party party) {
        return confinement.processors().count(party);
    }

    /** Ends all of them; none can be started afterwards. */
    @Override
    public void close() {
        closed = true;
        running.forEach(Child::close);
    }

    /** One process in its box. */
    final class Child implements AutoCloseable {

        private final long spawnNanos;
        private final Process process;
        private final Confinement.Box box;

        private Child(long spawnNanos, Process process, Confinement.Box box) {
            this.spawnNanos = spawnNanos;
            this.process = process;
            this.box = box;
        }

        /** Returns the moment before it was started, on the clock of {@link System#nanoTime}. */
        long spawnNanos() {
            return spawnNanos;
        }

        Process process() {
            return process;
        }

        Meter meter() {
            return box.meter(process.toHandle());
        }

        boolean outOfMemory() {
            return box.outOfMemory();
        }

        /** Asks it to end, then makes it. */
        @Override
        public void close() {
            // Asked for before it ends: what it leaves behind has no parent then that could be asked.
            List<ProcessHandle> descendants = process.descendants().toList();
            process.destroy();
            if (!ends()) {
                process.destroyForcibly();
                ends();
            }
            descendants.forEach(ProcessHandle::destroyForcibly);
            if (running.remove(this)) {
                box.close();
            }
        }

        private boolean ends() {
            try {
                return process.waitFor(STOP_LIMIT.toMillis(), TimeUnit.MILLISECONDS);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                return false;
            }
        }
    }
}
