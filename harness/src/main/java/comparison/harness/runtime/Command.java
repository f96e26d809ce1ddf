package comparison.harness.runtime;

import comparison.harness.Fault;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/** Runs a program to its end. If this thread is interrupted, or the JVM ends, the program is ended too. */
final class Command {

    /** Longer than any build or download here, shorter than a night. */
    private static final Duration LIMIT = Duration.ofMinutes(30);

    private Command() {}

    /**
     * How a program ended.
     *
     * @param exitCode of the process
     * @param output what it wrote, both streams together; empty if it went to a file
     */
    record Result(int exitCode, String output) {}

    /** Runs a program whose output is short and wanted. */
    static Result captured(List<String> command, Map<String, String> environment) {
        try {
            Path output = Files.createTempFile("bench-", ".out");
            try {
                int exitCode = run(command, environment, ProcessBuilder.Redirect.to(output.toFile()));
                return new Result(exitCode, new String(Files.readAllBytes(output), StandardCharsets.UTF_8).strip());
            } finally {
                Files.delete(output);
            }
        } catch (IOException e) {
            throw Fault.broken("Cannot run %s: %s.".formatted(command.get(0), e.getMessage()), e);
        }
    }

    /** Runs a program whose output is appended to a file. */
    static Result logged(List<String> command, Path log) {
        return logged(command, Map.of(), log);
    }

    /** Runs a program with additional environment variables, whose output is appended to a file. */
    static Result logged(List<String> command, Map<String, String> environment, Path log) {
        try {
            Files.createDirectories(log.toAbsolutePath().getParent());
            return new Result(run(command, environment, ProcessBuilder.Redirect.appendTo(log.toFile())), "");
        } catch (IOException e) {
            throw Fault.broken("Cannot run %s: %s.".formatted(command.get(0), e.getMessage()), e);
        }
    }

    private static int run(List<String> command, Map<String, String> environment, ProcessBuilder.Redirect output)
            throws IOException {
        ProcessBuilder builder =
                new ProcessBuilder(command).redirectErrorStream(true).redirectOutput(output);
        builder.environment().putAll(environment);
        Process process = builder.start();
        Thread atEnd = new Thread(() -> end(process), "end " + command.get(0));
        boolean guarded = guarded(atEnd);
        try {
            if (process.waitFor(LIMIT.toSeconds(), TimeUnit.SECONDS)) {
                return process.exitValue();
            }
            throw Fault.broken("%s did not end within %d minutes.".formatted(command.get(0), LIMIT.toMinutes()));
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw Fault.broken(command.get(0) + " was interrupted.", e);
        } finally {
            end(process);
            if (guarded) {
                release(atEnd);
            }
        }
    }

    private static void end(Process process) {
        process.descendants().forEach(ProcessHandle::destroy);
        process.destroy();
    }

    /** What is run to clean up while this JVM ends has nobody to end it. */
    private static boolean guarded(Thread atEnd) {
        try {
            Runtime.getRuntime().addShutdownHook(atEnd);
            return true;
        } catch (IllegalStateException ending) {
            return false;
        }
    }

    private static void release(Thread atEnd) {
        try {
            Runtime.getRuntime().removeShutdownHook(atEnd);
        } catch (IllegalStateException ending) {
            // Then it runs, and finds an ended process.
        }
    }
}
