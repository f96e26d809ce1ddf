package comparison.harness.process;

import comparison.contract.JvmOptions;
import comparison.harness.Fault;
import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.ProcessBuilder.Redirect;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * A program and how it is called.
 *
 * @param command with its arguments
 * @param environment what it gets besides this process's environment
 * @param folder in which it runs; null for that of this process
 * @param limit after which {@link #run} ends it
 */
public record Program(
        List<String> command,
        Map<String, String> environment,
        @Nullable Path folder,
        Duration limit) {

    /** Longer than any build or download here, shorter than a night. */
    private static final Duration LIMIT = Duration.ofMinutes(30);

    public Program {
        command = List.copyOf(command);
        environment = Map.copyOf(environment);
    }

    /** Calls it in this process's folder and environment. */
    public Program(List<String> command) {
        this(command, Map.of(), null, LIMIT);
    }

    /** Calls it in this process's folder and environment. */
    public static Program of(String... command) {
        return new Program(List.of(command));
    }

    /** Adds variables to its environment. */
    public Program with(Map<String, String> more) {
        Map<String, String> all = new HashMap<>(environment);
        all.putAll(more);
        return new Program(command, all, folder, limit);
    }

    /** Runs it in a folder. */
    public Program in(Path other) {
        return new Program(command, environment, other, limit);
    }

    /** Calls another program in the same way. */
    public Program calling(List<String> other) {
        return new Program(other, environment, folder, limit);
    }

    /** Gives {@link #run} so long. */
    public Program within(Duration other) {
        return new Program(command, environment, folder, other);
    }

    /**
     * How a program ended.
     *
     * @param exitCode of the process
     * @param output what it wrote, both streams together, without blank ends; empty if it went to a file
     */
    public record Ended(int exitCode, String output) {

        /** Returns whether its exit code is 0. */
        public boolean succeeded() {
            return exitCode == 0;
        }
    }

    /**
     * Runs it to its end and returns what it wrote. If this thread is interrupted, or the JVM ends, it is ended too.
     *
     * @throws Fault if it cannot be started, or did not end in time
     */
    public Ended run() {
        // A file, because whoever has inherited a pipe keeps it open after the program's end.
        try {
            Path output = Files.createTempFile("bench-", ".out");
            try {
                int exitCode = exitCode(builder().redirectErrorStream(true).redirectOutput(output.toFile()));
                return new Ended(exitCode, new String(Files.readAllBytes(output), StandardCharsets.UTF_8).strip());
            } finally {
                Files.delete(output);
            }
        } catch (IOException e) {
            throw unstartable(e);
        }
    }

    /** Does as {@link #run()} does, and appends to a file what it writes. */
    public Ended run(Path log) {
        return new Ended(
                exitCode(builder().redirectErrorStream(true).redirectOutput(Redirect.appendTo(inFolder(log)))), "");
    }

    private int exitCode(ProcessBuilder builder) {
        Process process = started(builder);
        try (AtEnd _ = AtEnd.run("end " + command.getFirst(), () -> end(process))) {
            if (process.waitFor(limit.toMillis(), TimeUnit.MILLISECONDS)) {
                return process.exitValue();
            }
            throw Fault.broken("%s did not end within %d s.".formatted(command.getFirst(), limit.toSeconds()));
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw Fault.broken(command.getFirst() + " was interrupted.", e);
        } finally {
            end(process);
        }
    }

    private static void end(Process process) {
        process.descendants().forEach(ProcessHandle::destroy);
        process.destroy();
    }

    /**
     * Starts it and lets it run. No flags for JVMs that the caller's shell has reach it.
     *
     * @param log what it writes, both streams
     * @throws Fault if it cannot be started
     */
    public Child start(Path log) {
        return child(builder().redirectErrorStream(true).redirectOutput(inFolder(log)));
    }

    /** Does as {@link #start} does, for a child that is spoken to; only its errors go to the file. */
    public Child startTalking(Path log) {
        return child(builder().redirectError(inFolder(log)));
    }

    private Child child(ProcessBuilder builder) {
        settle(builder.environment(), environment);
        return new Child(System.nanoTime(), started(builder));
    }

    /** Makes the environment of a child of the caller's and of what the child is to have. */
    static void settle(Map<String, String> environment, Map<String, String> own) {
        JvmOptions.removeFrom(environment);
        environment.putAll(own);
    }

    private ProcessBuilder builder() {
        ProcessBuilder builder = new ProcessBuilder(command);
        builder.environment().putAll(environment);
        return folder == null ? builder : builder.directory(folder.toFile());
    }

    private static File inFolder(Path log) {
        try {
            Path file = log.toAbsolutePath();
            Files.createDirectories(file.getParent());
            return file.toFile();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private Process started(ProcessBuilder builder) {
        try {
            return builder.start();
        } catch (IOException e) {
            throw unstartable(e);
        }
    }

    private Fault unstartable(IOException e) {
        return Fault.broken("Cannot run %s: %s.".formatted(command.getFirst(), e.getMessage()), e);
    }
}
