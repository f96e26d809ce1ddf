package comparison.harness.cli;

import comparison.harness.run.Progress;
import java.io.Console;
import java.io.PrintWriter;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;

/** Shows progress: on a terminal as a bar with the time left, elsewhere as a line per step. */
public final class ConsoleProgress implements Progress {

    private static final int WIDTH = 24;
    private static final Duration SILENT = Duration.ofSeconds(3);
    private static final Duration AGAIN = Duration.ofSeconds(30);
    private static final String CLEAR_LINE = "\r\u001b[K";

    private final PrintWriter out;
    private final Duration silent;
    private final Duration again;
    private final boolean terminal =
            Optional.ofNullable(System.console()).filter(Console::isTerminal).isPresent();
    private volatile boolean ending;

    /** Writes progress to {@code out}, which may be a terminal. */
    public ConsoleProgress(PrintWriter out) {
        this(out, SILENT, AGAIN);
    }

    ConsoleProgress(PrintWriter out, Duration silent, Duration again) {
        this.out = out;
        this.silent = silent;
        this.again = again;
    }

    @Override
    public void step(String what, int done, int of, Duration left) {
        parkIfEnding();
        if (terminal) {
            int filled = WIDTH * done / of;
            String bar = "#".repeat(filled) + ".".repeat(WIDTH - filled);
            out.print("%s[%s] %d/%d %s %s".formatted(CLEAR_LINE, bar, done, of, timeLeft(left), what));
        } else {
            out.println("[%d/%d] %s %s".formatted(done + 1, of, timeLeft(left), what));
        }
        out.flush();
    }

    static String timeLeft(Duration left) {
        return "about %d:%02d left,".formatted(left.toMinutes(), left.toSecondsPart());
    }

    @Override
    public void trouble(String what) {
        parkIfEnding();
        say(what);
    }

    /** Does some work. If it takes longer than 3 s, reports that it is in progress, and repeats this every 30 s. */
    <T> T during(String what, Supplier<T> work) {
        try (ScheduledExecutorService clock = Executors.newSingleThreadScheduledExecutor(
                Thread.ofPlatform().daemon().name("progress").factory())) {
            long start = System.nanoTime();
            ScheduledFuture<?> said = clock.scheduleAtFixedRate(
                    () -> say("%s (%d s)".formatted(what, TimeUnit.NANOSECONDS.toSeconds(System.nanoTime() - start))),
                    silent.toNanos(),
                    again.toNanos(),
                    TimeUnit.NANOSECONDS);
            try {
                return work.get();
            } finally {
                said.cancel(false);
            }
        }
    }

    /** Prints a line. */
    public void say(String what) {
        out.println((terminal ? CLEAR_LINE : "") + "bench: " + what);
        out.flush();
    }

    /** Removes the bar. */
    void end() {
        if (terminal) {
            out.print(CLEAR_LINE);
            out.flush();
        }
    }

    /** Silences the measuring thread from now on: its failures are only consequences of the interrupt. */
    void endNow() {
        ending = true;
    }

    /** Blocks this thread forever if {@link #endNow} was called, because the JVM is about to end. */
    void parkIfEnding() {
        while (ending) {
            try {
                Thread.sleep(Duration.ofMinutes(1));
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        }
    }
}
