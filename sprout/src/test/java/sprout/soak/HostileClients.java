package sprout.soak;

import java.io.BufferedReader;
import java.io.BufferedWriter;
import java.io.IOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import sprout.server.TestTls;

/**
 * Hostile clients in a process of their own, so that their CPU time can be limited and the normal client is not
 * disturbed by their garbage. Used by one thread.
 */
final class HostileClients implements AutoCloseable {
    private final Process process;
    private final BufferedWriter orders;
    private final BufferedReader answers;

    private HostileClients(Process process) {
        this.process = process;
        this.orders = process.outputWriter(StandardCharsets.US_ASCII);
        this.answers = process.inputReader(StandardCharsets.US_ASCII);
    }

    /** Starts the process, which does nothing yet. */
    static HostileClients start(List<URI> servers) throws IOException {
        List<String> command = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Xmx1g",
                "-XX:+UseSerialGC",
                "-XX:TieredStopAtLevel=1",
                "-Djdk.virtualThreadScheduler.parallelism=1", // leaves a processor to the others
                "--enable-native-access=ALL-UNNAMED", // for its quota
                "-Djavax.net.ssl.trustStore=" + TestTls.KEY_STORE,
                "-Djavax.net.ssl.trustStorePassword=" + TestTls.PASSWORD,
                "-cp",
                System.getProperty("java.class.path"),
                HostileProcess.class.getName()));
        servers.forEach(server -> command.add(server.toString()));
        return new HostileClients(new ProcessBuilder(command)
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start());
    }

    private String order(String order) throws IOException {
        orders.write(order);
        orders.newLine();
        orders.flush();
        return Objects.requireNonNull(answers.readLine(), "the process of the hostile clients has ended");
    }

    /**
     * Lets clients of every kind come and go until {@link #rest}.
     *
     * @param share of a processor that they may use
     */
    void attack(double share) throws IOException {
        order("attack " + share);
    }

    /** Uses CPU time without attacking until {@link #rest}. */
    void burn(double share) throws IOException {
        order("burn " + share);
    }

    /** Ends what was begun, with all its connections. Returns the share of a processor that was used. */
    double rest() throws IOException {
        return Double.parseDouble(order("rest"));
    }

    /** Opens connections to each server that the kind suits, and keeps them. Returns how many there are in time. */
    int fill(Hostile kind, int connections, Duration atMost) throws IOException {
        return Integer.parseInt(order("fill " + kind.name() + " " + connections + " " + atMost.toSeconds()));
    }

    /** Resets the connections of {@link #fill}. */
    void release() throws IOException {
        order("release");
    }

    /** Returns the answers to invalid requests that were not refusals; empty if there are none. */
    String wrongAnswers() throws IOException {
        return order("report").split("\\|", 2)[0];
    }

    /** Returns the number of connections of each kind, as text. */
    String begun() throws IOException {
        return order("report").split("\\|", 2)[1];
    }

    @Override
    public void close() throws IOException {
        orders.close();
        try {
            if (!process.waitFor(10, TimeUnit.SECONDS)) {
                process.destroyForcibly();
            }
        } catch (InterruptedException e) {
            process.destroyForcibly();
            Thread.currentThread().interrupt();
        }
    }
}
