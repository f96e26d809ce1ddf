package comparison.harness.runtime;

import comparison.harness.Fault;
import comparison.harness.load.Answer;
import comparison.harness.load.LoadOrder;
import comparison.harness.load.Target;
import comparison.harness.raw.Load.Sent;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** The line to a client process: orders on its standard input, answers on its standard output. */
final class ClientLine {

    private static final Duration START_LIMIT = Duration.ofMinutes(1);
    private static final int GLANCE_MILLIS = 100;
    /** Above it, an exit code is that of a process that was ended by a signal. */
    private static final int SIGNALLED = 128;
    /** What the queue holds once the process has closed its output. */
    private static final String HUNG_UP = "";

    private final Process process;
    private final Path log;
    private final BlockingQueue<String> answers = new LinkedBlockingQueue<>();

    /**
     * Picks up.
     *
     * @param process whose standard output is not redirected
     * @param log where its standard error goes
     */
    ClientLine(Process process, Path log) {
        this.process = process;
        this.log = log;
        Thread.ofPlatform().daemon().name("client line").start(this::listen);
    }

    private void listen() {
        try (BufferedReader lines =
                new BufferedReader(new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8))) {
            for (String line = lines.readLine(); line != null; line = lines.readLine()) {
                answers.add(line);
            }
        } catch (IOException ended) {
            // Said below.
        }
        answers.add(HUNG_UP);
    }

    /** Waits until the client can take orders. */
    void awaitReady() {
        String first = await(START_LIMIT, Optional::empty);
        if (!"ready".equals(first)) {
            throw Fault.broken("The client does not start: %s. Log: %s".formatted(first, log));
        }
    }

    /** Orders a load and waits for its end, as long as nothing that it needs has died. */
    Sent load(LoadOrder order, Target target, String plans, String result, Supplier<Optional<String>> death) {
        try {
            OutputStream orders = process.getOutputStream();
            orders.write((Answer.order(order, target, plans, result) + "\n").getBytes(StandardCharsets.UTF_8));
            orders.flush();
        } catch (IOException e) {
            throw ended();
        }
        return Answer.sent(await(LoadClient.LONGEST_LOAD, death), order);
    }

    private String await(Duration limit, Supplier<Optional<String>> death) {
        long start = System.nanoTime();
        for (String answer = next(); ; answer = next()) {
            if (HUNG_UP.equals(answer)) {
                throw ended();
            }
            if (answer != null) {
                return answer;
            }
            death.get().ifPresent(why -> {
                throw Fault.broken(why);
            });
            if (System.nanoTime() - start > limit.toNanos()) {
                throw Fault.broken("The client did not answer within %d s. Log: %s".formatted(limit.toSeconds(), log));
            }
        }
    }

    private @Nullable String next() {
        try {
            return answers.poll(GLANCE_MILLIS, TimeUnit.MILLISECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw Fault.broken("The load was interrupted.", e);
        }
    }

    private Fault ended() {
        try {
            process.waitFor(5, TimeUnit.SECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        int code = process.isAlive() ? 0 : process.exitValue();
        return code > SIGNALLED
                ? Fault.broken("The client was killed (exit code %d). Log: %s".formatted(code, log))
                : Fault.broken(
                        "The client ended with exit code %d: %s. Log: %s".formatted(code, Logs.lastLine(log), log));
    }
}
