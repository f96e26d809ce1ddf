package comparison.lab.noise;

import comparison.harness.Fault;
import comparison.harness.probe.Series;
import comparison.harness.probe.Ticks;
import comparison.harness.process.Child;
import comparison.harness.process.Conversation;
import comparison.harness.process.Program;
import java.io.EOFException;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.List;
import java.util.Random;

/**
 * A fixed piece of work whose CPU time shows the speed of the machine. It runs in a separate process, every 200 ms, and
 * takes about half a percent of a processor. The kernel chooses the processor.
 */
final class Canary {

    /**
     * One execution of the work.
     *
     * @param atMillis when it began, ms since the epoch
     * @param cpuNanos CPU time of the thread
     */
    public record Song(long atMillis, long cpuNanos) {}

    /** Format of its raw file. */
    static final Series<Song> SERIES = new Series<>(Song.class);

    private static final long PERIOD_MILLIS = 200;
    /** 256 KiB: more than a first-level cache, so that other programs slow it down as they slow down a server. */
    private static final int CELLS = 1 << 16;

    private static final int STEPS = 2 * CELLS;
    private static final int WARMING = 300;
    private static final Duration PATIENCE = Duration.ofSeconds(30);
    private static final ThreadMXBean THREADS = ManagementFactory.getThreadMXBean();

    private final int[] next = cycle();
    private int at;

    private Canary() {}

    /**
     * Starts the process and waits until the work is warm.
     *
     * @param file gets a line per execution
     * @return ends it when closed
     * @throws Fault if it is not ready within 30 s
     */
    static Child start(Path file) {
        // One compiler: a recompilation in the middle of a run would look like a change of the machine's speed.
        Child child = new Program(List.of(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-XX:+UseSerialGC",
                        "-XX:TieredStopAtLevel=1",
                        "-Xmx32m",
                        "-cp",
                        System.getProperty("java.class.path"),
                        Canary.class.getName(),
                        file.toString()))
                .startTalking(file.resolveSibling("canary.log"));
        try {
            if ("ready".equals(new Conversation(child).hear(PATIENCE))) {
                return child;
            }
        } catch (EOFException e) {
            // Reported below.
        }
        child.close();
        throw Fault.broken("The canary does not start. Log: " + file.resolveSibling("canary.log"));
    }

    /** Works until the standard input is closed, as it is when the parent ends. */
    public static void main(String... arguments) throws IOException {
        Path file = Path.of(arguments[0]);
        Files.writeString(file, "atMillis,cpuNanos\n");
        Canary canary = new Canary();
        for (int i = 0; i < WARMING; i++) {
            canary.sing();
        }
        Thread.ofPlatform().daemon().name("canary").start(() -> canary.sing(file));
        System.out.println("ready");
        while (System.in.read() >= 0) {
            // The parent sends nothing; the loop waits for the end of the input.
        }
    }

    private void sing(Path file) {
        try {
            while (true) {
                Thread.sleep(PERIOD_MILLIS);
                Song song = sing();
                Files.writeString(file, song.atMillis() + "," + song.cpuNanos() + "\n", StandardOpenOption.APPEND);
            }
        } catch (IOException | InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    /** Walks through the cells; each step needs the result of the one before. */
    Song sing() {
        long millis = Ticks.millis();
        long before = THREADS.getCurrentThreadCpuTime();
        int cell = at;
        for (int i = 0; i < STEPS; i++) {
            cell = next[cell];
        }
        at = cell;
        return new Song(millis, THREADS.getCurrentThreadCpuTime() - before);
    }

    /**
     * One cycle through all cells in random order (Sattolo, "An algorithm to generate a random cyclic permutation").
     */
    private static int[] cycle() {
        int[] cells = new int[CELLS];
        Random random = new Random(1);
        for (int i = 0; i < CELLS; i++) {
            cells[i] = i;
        }
        for (int i = CELLS - 1; i > 0; i--) {
            int other = random.nextInt(i);
            int cell = cells[i];
            cells[i] = cells[other];
            cells[other] = cell;
        }
        return cells;
    }
}
