package comparison.lab.study;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** A JVM that runs {@link Busy}. */
public record BusyJvm(Process process) implements AutoCloseable {

    /** Starts one and waits until it is busy. */
    public static BusyJvm start(Path log, String... flags) throws IOException {
        List<String> command = new ArrayList<>(
                List.of(Path.of(System.getProperty("java.home"), "bin", "java").toString()));
        command.addAll(List.of(flags));
        command.addAll(List.of("-Xmx64m", "-XX:+UseSerialGC", "-cp", "target/test-classes", Busy.class.getName()));
        BusyJvm jvm = new BusyJvm(
                new ProcessBuilder(command).redirectError(log.toFile()).start());
        String line = jvm.process.inputReader().readLine();
        if (!"ready".equals(line)) {
            jvm.close();
            throw new IllegalStateException("it says " + line);
        }
        return jvm;
    }

    /** Returns its process. */
    public long pid() {
        return process.pid();
    }

    /** Lets it collect garbage now. */
    public void collect() throws IOException {
        process.outputWriter().write('\n');
        process.outputWriter().flush();
    }

    /** Waits until it has used half a second more, however slow the machine is. */
    public void awaitProcessorTime() throws InterruptedException {
        long before = cpuMillis();
        while (cpuMillis() - before < 500) {
            if (process.waitFor(20, TimeUnit.MILLISECONDS)) {
                throw new IllegalStateException("it has ended");
            }
        }
    }

    private long cpuMillis() {
        return process.info().totalCpuDuration().orElseThrow().toMillis();
    }

    /** Lets it end by itself. */
    public void end() throws IOException, InterruptedException {
        process.outputWriter().close();
        if (!process.waitFor(60, TimeUnit.SECONDS)) {
            throw new IllegalStateException("it does not end");
        }
    }

    @Override
    public void close() {
        process.destroyForcibly();
    }
}
