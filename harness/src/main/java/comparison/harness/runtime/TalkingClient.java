package comparison.harness.runtime;

import comparison.harness.Fault;
import comparison.harness.load.Answer;
import comparison.harness.load.LoadOrder;
import comparison.harness.load.Target;
import comparison.harness.process.Child;
import comparison.harness.process.Conversation;
import comparison.harness.process.Logs;
import comparison.harness.record.Load.Sent;
import java.io.EOFException;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * A client that reads orders from its standard input and writes answers to its standard output. Threads: see
 * {@link LoadClient}.
 */
abstract class TalkingClient implements LoadClient {

    private static final Duration START_LIMIT = Duration.ofMinutes(1);
    private static final Duration GLANCE = Duration.ofMillis(100);
    /** Exit codes above this one mean that a signal ended the process. */
    private static final int SIGNALLED = 128;

    private final Process process;
    private final Conversation conversation;
    private final Path log;
    private final String plans;
    private final Target stub;
    private final int cpus;
    private final Supplier<Optional<String>> databaseDeath;

    /**
     * Connects to a client process that has just been started.
     *
     * @param log file of its standard error
     * @param plans folder of the plans, as the client sees it
     * @param stub as the client reaches it
     * @param cpus processors that the client may use
     * @param databaseDeath why the database has ended; empty while it runs
     */
    TalkingClient(
            Child client, Path log, String plans, Target stub, int cpus, Supplier<Optional<String>> databaseDeath) {
        this.process = client.process();
        this.conversation = new Conversation(client);
        this.log = log;
        this.plans = plans;
        this.stub = stub;
        this.cpus = cpus;
        this.databaseDeath = databaseDeath;
    }

    /** Returns the path of a file as the client sees it. */
    abstract String seen(Path file);

    /** Waits until the client accepts orders, and closes it if it does not. */
    void awaitReady() {
        try {
            String first = await(START_LIMIT, Optional::empty);
            if (!"ready".equals(first)) {
                throw Fault.broken("The client does not start: %s. Log: %s".formatted(first, log));
            }
        } catch (RuntimeException e) {
            close();
            throw e;
        }
    }

    @Override
    public Sent load(RunningVariant variant, LoadOrder order, Path result) {
        Supplier<Optional<String>> death =
                () -> variant.death().map(why -> "the variant " + why).or(databaseDeath);
        return load(variant.target(), order, result, death);
    }

    @Override
    public Sent loadStub(LoadOrder order, Path result) {
        return load(stub, order, result, databaseDeath);
    }

    private Sent load(Target target, LoadOrder order, Path result, Supplier<Optional<String>> death) {
        try {
            conversation.say(Answer.order(order, target, plans, seen(result)));
        } catch (IOException e) {
            throw ended();
        }
        return Answer.sent(await(LONGEST_LOAD, death), order);
    }

    /**
     * Waits for an answer.
     *
     * @throws Fault if something that the client needs has died, or after the limit
     */
    private String await(Duration limit, Supplier<Optional<String>> death) {
        long start = System.nanoTime();
        for (String answer = next(); ; answer = next()) {
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
            return conversation.hear(GLANCE);
        } catch (EOFException e) {
            throw ended();
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

    @Override
    public int cpus() {
        return cpus;
    }
}
