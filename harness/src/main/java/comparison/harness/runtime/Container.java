package comparison.harness.runtime;

import comparison.harness.Fault;
import comparison.harness.plan.Limits;
import comparison.harness.probe.CgroupMeter;
import comparison.harness.probe.Meter;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import tools.jackson.databind.JsonNode;

/**
 * A running container, as the engine describes it.
 *
 * @param id of the container
 * @param pid of its first process, as this machine numbers it
 * @param startedAt when the engine started it
 * @param address under which this machine reaches it
 * @param cpus limit in processors, 0 for no limit
 * @param memoryBytes limit, 0 for no limit
 */
record Container(String id, long pid, Instant startedAt, String address, double cpus, long memoryBytes) {

    private static final double NANO_CPUS = 1e9;

    /**
     * Reads the state of a container from the engine.
     *
     * @throws Fault if the engine has no such container
     */
    static Container inspect(String idOrName) {
        JsonNode found = Docker.inspect("container", idOrName)
                .orElseThrow(() -> Fault.broken("Docker's engine has no container %s.".formatted(idOrName)));
        return new Container(
                found.path("Id").asString(),
                found.at("/State/Pid").asLong(),
                Instant.parse(found.at("/State/StartedAt").asString()),
                found.at("/NetworkSettings/Networks").values().stream()
                        .map(network -> network.path("IPAddress").asString())
                        .filter(address -> !address.isEmpty())
                        .findFirst()
                        .orElse(ProcessClient.LOOPBACK),
                found.at("/HostConfig/NanoCpus").asLong() / NANO_CPUS,
                found.at("/HostConfig/Memory").asLong());
    }

    /**
     * Starts the container and returns it as soon as it runs. The engine delays its answer to an inspection until the
     * container runs, so the inspections run in parallel with the start. A variant that starts within 30 ms would
     * otherwise be polled too late.
     */
    Container started() {
        CompletableFuture<String> start = CompletableFuture.supplyAsync(() -> Docker.call("start", id));
        while (!start.isDone()) {
            Container now = inspect(id);
            if (now.pid != 0) {
                return now;
            }
        }
        if (start.isCompletedExceptionally() && start.exceptionNow() instanceof RuntimeException failure) {
            throw failure;
        }
        return inspect(id);
    }

    /**
     * Verifies that the engine was given the requested limits.
     *
     * @param service of Compose that the container was made from
     * @throws Fault if it was given others
     */
    void verify(String service, Limits limits) {
        boolean right = limits == Limits.NONE
                ? cpus == 0 && memoryBytes == 0
                : cpus == Limits.CPUS && memoryBytes == Limits.MEMORY_BYTES;
        if (!right) {
            throw Fault.broken(
                    "the service %s has limits of %s, but the limits '%s' were asked for. Give it the anchor *limits in compose.yaml."
                            .formatted(service, limits(), limits.id()));
        }
    }

    /** Returns the engine's limits in words. */
    String limits() {
        String processors = cpus == 0 ? "all" : Double.toString(cpus).replaceFirst("\\.0$", "");
        return memoryBytes == 0
                ? processors + " CPUs, all memory"
                : "%s CPUs, %d MiB".formatted(processors, memoryBytes >> 20);
    }

    boolean alive() {
        return ProcessHandle.of(pid).filter(ProcessHandle::isAlive).isPresent();
    }

    /** Returns how it ended, in words that follow its name. It must have ended. */
    String end() {
        JsonNode state = Docker.inspect("container", id).orElseThrow().path("State");
        return state.path("OOMKilled").asBoolean()
                ? "was killed by the kernel: out of memory (%s)"
                        .formatted(memoryBytes == 0 ? "no limit" : "limit %d MiB".formatted(memoryBytes >> 20))
                : "ended by itself with exit code %s"
                        .formatted(state.path("ExitCode").asInt());
    }

    /** Writes its output so far to a file, replacing the file. */
    void saveLog(Path log) {
        Docker.save(log, "logs", id);
    }

    /** Returns a meter of its control group, which is found through its first process. */
    Meter meter() {
        return folder("memory")
                .flatMap(memory -> folder("cpuacct").<Meter>map(cpu -> CgroupMeter.v1(memory, cpu)))
                .or(() -> folder("").map(CgroupMeter::v2))
                .orElse(() -> {
                    throw new IOException("the control group of process " + pid + " cannot be seen from here");
                });
    }

    private Optional<Path> folder(String controller) {
        return ControlGroups.folder(Long.toString(pid), controller);
    }

    /** Stops it gracefully, saves its output and removes it. */
    void end(Path log) {
        Docker.run("stop", id);
        try {
            saveLog(log);
        } finally {
            remove();
        }
    }

    /** Removes it with its anonymous volumes, even if it is running. */
    void remove() {
        Docker.run("rm", "--force", "--volumes", id);
    }
}
