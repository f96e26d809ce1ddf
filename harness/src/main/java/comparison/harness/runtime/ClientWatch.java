package comparison.harness.runtime;

import comparison.harness.Fault;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import java.util.regex.Pattern;

/** Waits for JMeter, but no longer than the variant and the database live: without them it would wait for each answer. */
final class ClientWatch {

    private static final Duration LIMIT = Duration.ofMinutes(30);
    /** Above it, an exit code is that of a process that was ended by a signal. */
    private static final int SIGNALLED = 128;

    private static final Pattern ERROR = Pattern.compile("error|exception|refused|failed", Pattern.CASE_INSENSITIVE);
    /** What the JVM says of its flags is no reason for its end. */
    private static final Pattern FLAGS = Pattern.compile("NOTE: Picked up .*");

    private static final Duration GLANCE = Duration.ofMillis(100);

    private ClientWatch() {}

    /** Returns when the client has ended well; otherwise it is a fault. */
    static void await(Process client, RunningVariant variant, Supplier<Optional<String>> databaseDeath, Path log) {
        long start = System.nanoTime();
        while (!ended(client)) {
            variant.death().ifPresent(why -> {
                throw Fault.broken("the variant " + why);
            });
            databaseDeath.get().ifPresent(why -> {
                throw Fault.broken(why);
            });
            if (System.nanoTime() - start > LIMIT.toNanos()) {
                throw Fault.broken("JMeter did not end within %d minutes. Log: %s".formatted(LIMIT.toMinutes(), log));
            }
        }
        if (client.exitValue() > SIGNALLED) {
            throw Fault.broken("JMeter was killed (exit code %d). Log: %s".formatted(client.exitValue(), log));
        }
        if (client.exitValue() != 0) {
            throw Fault.broken(
                    "JMeter failed with exit code %d: %s. Log: %s".formatted(client.exitValue(), lastLine(log), log));
        }
    }

    private static boolean ended(Process client) {
        try {
            return client.waitFor(GLANCE.toMillis(), TimeUnit.MILLISECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw Fault.broken("The load was interrupted.", e);
        }
    }

    /** Returns the last line of a log that speaks of an error, else the last one with a word in it. */
    static String lastLine(Path log) {
        try {
            List<String> lines = Files.readAllLines(log).reversed();
            return lines.stream()
                    .filter(line -> ERROR.matcher(line).find())
                    .findFirst()
                    .or(() -> lines.stream()
                            .filter(line -> line.matches(".*\\w.*")
                                    && !FLAGS.matcher(line).matches())
                            .findFirst())
                    .orElse("its log is empty")
                    .strip()
                    .replaceAll("\\.$", "");
        } catch (IOException e) {
            return "its log cannot be read";
        }
    }
}
