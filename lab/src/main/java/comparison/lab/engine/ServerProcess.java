package comparison.lab.engine;

import comparison.contract.JvmOptions;
import comparison.contract.Ports;
import comparison.harness.Fault;
import java.io.BufferedReader;
import java.io.BufferedWriter;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.stream.Stream;

/**
 * Runs a server of {@code peers.jar} as a child process. It ends when its standard input is closed, and so also when
 * this process ends. Used by one thread.
 */
final class ServerProcess implements AutoCloseable {

    /** Length of a tick in {@code /proc/PID/stat}: USER_HZ is 100 on every Linux that Java runs on. */
    private static final long MICROS_PER_TICK = 10_000;

    private static final long KIB = 1024;
    private static final int STOP_SECONDS = 20;

    private final Process process;
    private final BufferedReader output;
    private final BufferedWriter input;
    private final int port;
    private final Path log;
    private final Duration patience;

    private ServerProcess(Process process, int port, Path log, Duration patience) {
        this.process = process;
        this.output = process.inputReader(StandardCharsets.UTF_8);
        this.input = process.outputWriter(StandardCharsets.UTF_8);
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
        try {
            int port = Ports.free();
            List<String> command = Stream.of(
                            List.of(System.getProperty("java.home") + "/bin/java"),
                            jvmFlags,
                            List.of("-jar", jar.toString(), server, Integer.toString(port)))
                    .flatMap(List::stream)
                    .toList();
            Files.createDirectories(log.toAbsolutePath().getParent());
            ProcessBuilder builder = new ProcessBuilder(command).redirectError(log.toFile());
            JvmOptions.removeFrom(builder.environment());
            ServerProcess started = new ServerProcess(builder.start(), port, log, patience);
            started.awaitReady(server);
            return started;
        } catch (IOException e) {
            throw Fault.broken("Cannot start %s: %s.".formatted(server, e.getMessage()), e);
        }
    }

    private void awaitReady(String server) throws IOException {
        String said;
        try {
            said = answer();
        } catch (IOException e) {
            said = String.valueOf(e.getMessage());
        }
        if (!said.equals("ready")) {
            close();
            throw Fault.broken("%s does not start on port %d: %s. Log: %s".formatted(server, port, cause(said), log));
        }
    }

    private String cause(String said) throws IOException {
        try (Stream<String> lines = Files.lines(log)) {
            return lines.filter(line -> line.contains("Exception"))
                    .findFirst()
                    .orElse(said)
                    .strip();
        }
    }

    private String answer() throws IOException {
        try {
            String answer = CompletableFuture.supplyAsync(
                            this::line, Thread.ofPlatform().daemon().name("server's answer")::start)
                    .get(patience.toMillis(), TimeUnit.MILLISECONDS);
            if (answer.isEmpty()) {
                throw new IOException("it has ended");
            }
            return answer;
        } catch (TimeoutException e) {
            throw new IOException("it said nothing for %s s".formatted(patience.toMillis() / 1000.0), e);
        } catch (ExecutionException e) {
            throw new IOException("its output is broken", e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IOException("the wait for it was interrupted", e);
        }
    }

    /** Returns the next line; an empty string after the end of the output. */
    private String line() {
        try {
            String line = output.readLine();
            return line == null ? "" : line;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
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
            input.write("allocated\n");
            input.flush();
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

    private long peakBytes() throws IOException {
        try (Stream<String> lines = Files.lines(proc("status"))) {
            return lines.filter(line -> line.startsWith("VmHWM:"))
                    .mapToLong(line -> Long.parseLong(line.replaceAll("\\D", "")) * KIB)
                    .sum();
        }
    }

    private Path proc(String file) {
        return Path.of("/proc", Long.toString(process.pid()), file);
    }

    @Override
    public void close() {
        try {
            input.close();
        } catch (IOException e) {
            process.destroy();
        }
        try {
            if (!process.waitFor(STOP_SECONDS, TimeUnit.SECONDS)) {
                process.destroyForcibly();
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            process.destroyForcibly();
        }
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
