package comparison.harness.machine;

import comparison.harness.Fault;
import comparison.harness.process.Program.Ended;
import java.io.IOException;
import java.net.ConnectException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.UnknownHostException;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * What can be found out about a machine without an image: by queries to its engine and connections to its address.
 *
 * @param machine that was checked
 * @param facts what was found, in one line; empty if the engine does not answer
 * @param faults what is wrong, one sentence each, without the machine's name
 */
public record Health(Machine machine, String facts, List<String> faults) {

    private static final Duration LIMIT = Duration.ofSeconds(20);
    private static final int CONNECT_MILLIS = 5_000;
    private static final int CONNECTS = 5;
    private static final int SSH_PORT = 22;
    private static final long GIB = 1L << 30;
    private static final long LEAST_MEMORY = 2 * GIB;
    private static final int LEAST_CPUS = 2;
    /** Certificates and logs of machines whose clocks differ by more cannot be compared. */
    private static final Duration MOST_OFFSET = Duration.ofSeconds(2);

    private static final double NANOS_PER_MILLI = TimeUnit.MILLISECONDS.toNanos(1);

    public Health {
        faults = List.copyOf(faults);
    }

    /** Checks a machine. Takes about a second over SSH, at most a minute if the machine does not answer. */
    public static Health of(Machine machine) {
        List<String> faults = new ArrayList<>();
        Instant before = Instant.now();
        Optional<JsonNode> info = info(machine, faults);
        Instant after = Instant.now();
        String facts =
                info.map(found -> facts(machine, found, before, after, faults)).orElse("");
        return new Health(machine, facts, faults);
    }

    private static Optional<JsonNode> info(Machine machine, List<String> faults) {
        try {
            Ended ended = machine.docker(List.of("info", "--format", "{{json .}}"))
                    .within(LIMIT)
                    .run();
            JsonNode info = JsonMapper.shared().readTree(ended.output());
            String error = info.path("ServerErrors").path(0).asString("");
            if (ended.succeeded() && error.isEmpty()) {
                return Optional.of(info);
            }
            faults.add(unreached(error.isEmpty() ? ended.output() : error));
        } catch (JacksonException notJson) {
            faults.add(unreached(notJson.getOriginalMessage()));
        } catch (Fault silent) {
            faults.add(unreached(silent.line()));
        }
        return Optional.empty();
    }

    private static String unreached(String why) {
        String line = why.lines()
                .filter(text -> !text.isBlank())
                .reduce((_, last) -> last)
                .orElse("it says nothing");
        return "Docker's engine does not answer: %s. Check 'docker --host … info' with the endpoint of machines.yaml."
                .formatted(line.strip().replaceAll("\\.$", ""));
    }

    private static String facts(Machine machine, JsonNode info, Instant before, Instant after, List<String> faults) {
        int cpus = info.path("NCPU").asInt();
        long memory = info.path("MemTotal").asLong();
        require(faults, cpus >= LEAST_CPUS, "it has %d processor; a role needs %d.".formatted(cpus, LEAST_CPUS));
        require(
                faults,
                memory >= LEAST_MEMORY,
                "it has %.1f GiB of memory; a role needs %d GiB.".formatted((double) memory / GIB, LEAST_MEMORY / GIB));
        return "engine %s, %d processors, %d GiB, cgroup v%s, kernel %s, clock %s, round trip %s"
                .formatted(
                        info.path("ServerVersion").asString("?"),
                        cpus,
                        memory / GIB,
                        info.path("CgroupVersion").asString("?"),
                        info.path("KernelVersion").asString("?"),
                        clock(info.path("SystemTime").asString(""), before, after, faults),
                        roundTrip(machine.address(), faults));
    }

    private static void require(List<String> faults, boolean right, String otherwise) {
        if (!right) {
            faults.add(otherwise);
        }
    }

    /**
     * Describes by how much its clock differs. It was read between two readings of this clock, so the difference is
     * uncertain by half of the time between them.
     */
    static String clock(String there, Instant before, Instant after, List<String> faults) {
        try {
            Duration uncertain = Duration.between(before, after).dividedBy(2);
            Duration offset = Duration.between(before.plus(uncertain), Instant.parse(there));
            require(
                    faults,
                    offset.abs().minus(uncertain).compareTo(MOST_OFFSET) <= 0,
                    "its clock is off by %.1f s. Synchronize it, for example with chrony.".formatted(seconds(offset)));
            return "%+.2f s (±%.2f)".formatted(seconds(offset), seconds(uncertain));
        } catch (DateTimeException e) {
            return "unknown";
        }
    }

    private static double seconds(Duration duration) {
        return duration.toNanos() / (double) TimeUnit.SECONDS.toNanos(1);
    }

    /**
     * Returns the duration of the shortest of several TCP handshakes, as text. A refused connection takes a round trip,
     * too.
     */
    private static String roundTrip(String address, List<String> faults) {
        try {
            double least = Double.MAX_VALUE;
            for (int i = 0; i < CONNECTS; i++) {
                long start = System.nanoTime();
                try (Socket socket = new Socket()) {
                    socket.connect(new InetSocketAddress(address, SSH_PORT), CONNECT_MILLIS);
                } catch (ConnectException refused) {
                    if (!String.valueOf(refused.getMessage()).contains("refused")) {
                        throw refused;
                    }
                }
                least = Math.min(least, (System.nanoTime() - start) / NANOS_PER_MILLI);
            }
            return "%.2f ms".formatted(least);
        } catch (UnknownHostException e) {
            faults.add("its address is unknown here. Correct 'address' in machines.yaml.");
        } catch (IOException e) {
            faults.add("its address does not answer on port 22: %s.".formatted(e.getMessage()));
        }
        return "unknown";
    }
}
