package comparison.lab.engine;

import comparison.harness.Fault;
import comparison.harness.process.Program;
import comparison.harness.record.Disk;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * Runs the client wrk, which needs little CPU time compared with the server. Its script pipelines requests and prints
 * its counts as one line.
 *
 * @param script its Lua script, unpacked
 */
record Wrk(String executable, Path script) {

    private static final Pattern RESULT = Pattern.compile(
            "^result requests=(\\d+) micros=(\\d+) p50=(\\d+) p99=(\\d+) p999=(\\d+) connect=(\\d+) read=(\\d+) write=(\\d+)"
                    + " status=(\\d+) timeout=(\\d+)$",
            Pattern.MULTILINE);
    private static final int LONGEST_END_SECONDS = 30;

    /**
     * Finds wrk on the PATH and unpacks its script into a folder. Called before anything is built.
     *
     * @throws Fault of kind MISSING if it is not there; the message says how to install it
     */
    static Wrk find(String path, Path folder) {
        return Stream.of(path.split(":", -1))
                .filter(one -> !one.isEmpty())
                .map(one -> Path.of(one, "wrk"))
                .filter(Files::isExecutable)
                .findFirst()
                .map(file -> new Wrk(file.toString(), Disk.unpack(Wrk.class, "load.lua", folder.resolve("load.lua"))))
                .orElseThrow(
                        () -> Fault.missing(
                                "No wrk on the PATH: JMeter cannot tell servers of 10 microseconds apart, wrk can."
                                        + " Install it: 'apt-get install wrk' on Debian and Ubuntu, 'brew install wrk' on macOS."));
    }

    /**
     * Sends load to a server on this machine and returns wrk's output.
     *
     * @param seconds length of the load
     * @throws Fault if wrk cannot be started, is interrupted, or does not end
     */
    String run(int port, String route, EnginePlan.Shape shape, int seconds) {
        return new Program(command(port, route, shape, seconds))
                .within(Duration.ofSeconds(seconds + LONGEST_END_SECONDS))
                .run()
                .output();
    }

    /**
     * Returns the command, with as many threads as the server has processors, or one thread for a single connection.
     */
    private List<String> command(int port, String route, EnginePlan.Shape shape, int seconds) {
        return List.of(
                executable,
                "-t" + Math.min(2, shape.connections()),
                "-c" + shape.connections(),
                "-d" + seconds + "s",
                "-s",
                script.toString(),
                "http://127.0.0.1:" + port + route,
                "--",
                Integer.toString(shape.pipelining()));
    }

    /** Parses the counts of the script; empty if wrk did not finish. */
    static Optional<Count> count(String output) {
        Matcher line = RESULT.matcher(output);
        if (!line.find()) {
            return Optional.empty();
        }
        long[] n = IntStream.rangeClosed(1, line.groupCount())
                .mapToLong(group -> Long.parseLong(line.group(group)))
                .toArray();
        return Optional.of(new Count(n[0], n[1], n[2], n[3], n[4], n[5] + n[6] + n[7], n[8], n[9]));
    }

    /**
     * The counts of the client.
     *
     * @param requests that were answered
     * @param micros length of the load
     * @param p50Micros median latency; of a batch if pipelined
     * @param p99Micros 99th percentile, likewise
     * @param p999Micros 99.9th percentile, likewise
     * @param socketErrors failures to connect, read or write
     * @param badStatuses responses with a status of 400 or higher
     * @param timeouts responses that took more than two seconds
     */
    record Count(
            long requests,
            long micros,
            long p50Micros,
            long p99Micros,
            long p999Micros,
            long socketErrors,
            long badStatuses,
            long timeouts) {}
}
