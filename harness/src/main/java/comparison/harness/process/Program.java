package comparison.harness.process;

import comparison.contract.JvmOptions;
import comparison.harness.Fault;
import java.io.File;
import java.io.IOException;
import java.lang.ProcessBuilder.Redirect;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Describes how to call a program, and calls it. Immutable.
 *
 * @param command with its arguments
 * @param environment variables in addition to those of this process
 * @param folder in which it runs; null for the folder of this process
 * @param limit after which {@link #run} ends it
 */
public record Program(
        List<String> command,
        Map<String, String> environment,
        @Nullable Path folder,
        Duration limit) {

    /** Longer than any build or download of this project, shorter than an overnight run. */
    private static final Duration LIMIT = Duration.ofMinutes(30);

    /** Time between SIGTERM and SIGKILL. */
    private static final Duration STOP_LIMIT = Duration.ofSeconds(5);

    /**
     * Variables of the caller that a started program inherits. Any other may be a setting of a single stack, such as
     * SPRING_PROFILES_ACTIVE, and no file of a run would show it. A container inherits none.
     */
    private static final Pattern INHERITED =
            Pattern.compile("PATH|HOME|USER|LOGNAME|SHELL|TMPDIR|TZ|LANG|LANGUAGE|LC_\\w+|JAVA_HOME");

    public Program {
        command = List.copyOf(command);
        environment = Map.copyOf(environment);
    }

    /** Describes a program that runs in this process's folder and environment, with a time limit of 30 min. */
    public Program(List<String> command) {
        this(command, Map.of(), null, LIMIT);
    }

    /** Describes a program that runs in this process's folder and environment, with a time limit of 30 min. */
    public static Program of(String... command) {
        return new Program(List.of(command));
    }

    /** Returns a copy with additional variables in its environment. */
    public Program with(Map<String, String> more) {
        Map<String, String> all = new HashMap<>(environment);
        all.putAll(more);
        return new Program(command, all, folder, limit);
    }

    /** Returns a copy that runs in another folder. */
    public Program in(Path other) {
        return new Program(command, environment, other, limit);
    }

    /** Returns a copy that calls another command in the same folder and environment. */
    public Program calling(List<String> other) {
        return new Program(other, environment, folder, limit);
    }

    /** Returns a copy with another time limit of {@link #run}. */
    public Program within(Duration other) {
        return new Program(command, environment, folder, other);
    }

    /**
     * Result of a program that has ended.
     *
     * @param exitCode of the process
     * @param output of both streams, without surrounding white space; empty if it went to a file
     */
    public record Ended(int exitCode, String output) {

        /** Returns whether its exit code is 0. */
        public boolean succeeded() {
            return exitCode == 0;
        }
    }

    /**
     * Runs the program to its end and returns its output. After its time limit, if this thread is interrupted, or if
     * this JVM ends, the program and its descendants get SIGTERM and, after 5 s, SIGKILL.
     *
     * @throws Fault if it cannot be started, or does not end in time
     */
    public Ended run() {
        return captured(builder().redirectErrorStream(true));
    }

    /** Runs the program like {@link #run()}, but discards its standard error. */
    public Ended runWithoutErrors() {
        return captured(builder().redirectError(Redirect.DISCARD));
    }

    private Ended captured(ProcessBuilder builder) {
        // A file instead of a pipe, because a descendant that inherits a pipe keeps it open after the program has
        // ended.
        try {
            Path output = Files.createTempFile("bench-", ".out");
            try {
                int exitCode = exitCode(builder.redirectOutput(output.toFile()));
                return new Ended(exitCode, new String(Files.readAllBytes(output), StandardCharsets.UTF_8).strip());
            } finally {
                Files.delete(output);
            }
        } catch (IOException e) {
            throw unstartable(e);
        }
    }

    /** Runs the program like {@link #run()}, but appends its output to a file. */
    public Ended run(Path log) {
        return new Ended(
                exitCode(builder().redirectErrorStream(true).redirectOutput(Redirect.appendTo(inFolder(log)))), "");
    }

    /** Runs the program like {@link #run()}, but with the input and the outputs of this process. */
    public Ended runInTerminal() {
        return new Ended(exitCode(builder().inheritIO()), "");
    }

    private int exitCode(ProcessBuilder builder) {
        Process process = started(builder);
        try (AtEnd _ = AtEnd.run("end " + command.getFirst(), () -> end(process))) {
            if (!process.waitFor(limit.toNanos(), TimeUnit.NANOSECONDS)) {
                throw Fault.broken("%s did not end within %d s.".formatted(command.getFirst(), limit.toSeconds()));
            }
            return process.exitValue();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw Fault.broken(command.getFirst() + " was interrupted.", e);
        } finally {
            end(process);
        }
    }

    private static void end(Process process) {
        // Listed before the process ends: afterwards its orphans can no longer be found through it.
        List<ProcessHandle> alive = Stream.concat(Stream.of(process.toHandle()), process.descendants())
                .filter(ProcessHandle::isAlive)
                .toList();
        alive.forEach(ProcessHandle::destroy);
        CompletableFuture<?>[] ends = alive.stream().map(ProcessHandle::onExit).toArray(CompletableFuture<?>[]::new);
        try {
            CompletableFuture.allOf(ends)
                    .orTimeout(STOP_LIMIT.toSeconds(), TimeUnit.SECONDS)
                    .join();
        } catch (CompletionException late) {
            alive.forEach(ProcessHandle::destroyForcibly);
        }
    }

    /**
     * Starts the program without waiting for it. Of the caller's environment it inherits what all programs need, and no
     * settings.
     *
     * @param log file for both streams
     * @throws Fault if it cannot be started
     */
    public Child start(Path log) {
        ProcessBuilder builder = builder().redirectErrorStream(true).redirectOutput(inFolder(log));
        keepCommon(builder.environment());
        return child(builder);
    }

    /** Starts the program like {@link #start}, but for a {@link Conversation}: only standard error goes to the file. */
    public Child startTalking(Path log) {
        ProcessBuilder builder = builder().redirectError(inFolder(log));
        keepCommon(builder.environment());
        return child(builder);
    }

    /**
     * Starts the program like {@link #startTalking}, but it inherits the caller's environment except JVM options: there
     * {@code docker} finds its engine. Its containers inherit nothing.
     */
    public Child startTalkingAsCaller(Path log) {
        return child(builder().redirectError(inFolder(log)));
    }

    private Child child(ProcessBuilder builder) {
        settle(builder.environment(), environment);
        return new Child(System.nanoTime(), started(builder));
    }

    /** Removes all variables from an inherited environment that are not common to all programs. */
    static void keepCommon(Map<String, String> environment) {
        environment.keySet().removeIf(name -> !INHERITED.matcher(name).matches());
    }

    /** Removes JVM options from an inherited environment and adds the child's variables. */
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
        Path file = log.toAbsolutePath();
        try {
            Files.createDirectories(file.getParent());
        } catch (IOException e) {
            throw Fault.ofTheRun(
                    "Cannot make %s: %s. Is the disk full or read-only?".formatted(file.getParent(), e.getMessage()),
                    e);
        }
        return file.toFile();
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
