package comparison.lab.engine;

import comparison.contract.Ports;
import comparison.harness.Fault;
import comparison.harness.process.Child;
import comparison.harness.process.Conversation;
import comparison.harness.process.Program;
import comparison.harness.record.Disk;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.stream.Stream;

/**
 * Runs a server of {@code peers.jar} as a child process. It also ends when this process ends, because that closes its
 * standard input. Used by one thread.
 */
final class ServerProcess implements AutoCloseable {

    /** Length of a tick in {@code /proc/PID/stat}: USER_HZ is 100 on every Linux that Java runs on. */
    private static final long MICROS_PER_TICK = 10_000;

    private static final long KIB = 1024;

    private final Child child;
    private final Conversation conversation;
    private final int port;
    private final Path log;
    private final Duration patience;

    private ServerProcess(Child child, int port, Path log, Duration patience) {
        this.child = child;
        this.conversation = new Conversation(child);
        this.port = port;
        this.log = log;
        this.patience = patience;
    }

    /**
     * Starts a server on a free port and waits until it accepts connections.
     *
     * @param patience time limit of each answer of the server
     * @throws Fault if it does not start; the message names its log
     */
    static ServerProcess start(Path jar, List<String> jvmFlags, String server, Path log, Duration patience) {
        int port = Ports.free();
        List<String> command = Stream.of(
                        List.of(System.getProperty("java.home") + "/bin/java"),
                        jvmFlags,
                        List.of("-jar", jar.toString(), server, Integer.toString(port)))
                .flatMap(List::stream)
                .toList();
        ServerProcess started = new ServerProcess(new Program(command).startTalking(log), port, log, patience);
        try {
            started.awaitReady(server);
            return started;
        } catch (Fault fault) {
            started.close();
            throw fault;
        }
    }

    private void awaitReady(String server) {
        String said;
        try {
            said = answer();
        } catch (IOException e) {
            said = String.valueOf(e.getMessage());
        }
        if (!said.equals("ready")) {
            throw Fault.broken("%s does not start on port %d: %s. Log: %s".formatted(server, port, cause(said), log));
        }
    }

    private String cause(String said) {
        return Disk.lines(log).stream()
                .filter(line -> line.contains("Exception"))
                .findFirst()
                .orElse(said)
                .strip();
    }

    private String answer() throws IOException {
        String answer = conversation.hear(patience);
        if (answer == null) {
            throw new IOException("it said nothing for %s s".formatted(patience.toMillis() / 1000.0));
        }
        return answer;
    }

    int port() {
        return port;
    }

    /**
     * Reads CPU time and peak memory from the kernel. The server reports what its threads have allocated.
     *
     * @throws Fault if the server has ended or does not answer
     */
    Reading read() {
        try {
            conversation.say("allocated");
            long allocated = Long.parseLong(answer());
            long[] ticks = ticks(Files.readString(proc("stat")));
            return new Reading(ticks[0] * MICROS_PER_TICK, ticks[1] * MICROS_PER_TICK, allocated, peakBytes());
        } catch (IOException | NumberFormatException e) {
            throw Fault.broken("The server cannot be read: %s. Log: %s".formatted(e.getMessage(), log), e);
        }
    }

    /** Returns user and system time in ticks. The name of the process, in parentheses, may contain spaces. */
    static long[] ticks(String stat) {
        String[] fields = stat.substring(stat.lastIndexOf(')') + 2).split(" ", -1);
        return new long[] {Long.parseLong(fields[11]), Long.parseLong(fields[12])};
    }

    private long peakBytes() {
        return Disk.lines(proc("status")).stream()
                .filter(line -> line.startsWith("VmHWM:"))
                .mapToLong(line -> Long.parseLong(line.replaceAll("\\D", "")) * KIB)
                .sum();
    }

    private Path proc(String file) {
        return Path.of("/proc", Long.toString(child.process().pid()), file);
    }

    @Override
    public void close() {
        child.close();
    }

    /**
     * The counters of a server at one moment.
     *
     * @param userMicros CPU time in user mode since the start
     * @param systemMicros CPU time in the kernel since the start
     * @param allocatedBytes since the start
     * @param peakBytes largest resident set since the start
     */
    record Reading(long userMicros, long systemMicros, long allocatedBytes, long peakBytes) {}
}
