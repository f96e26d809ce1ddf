package comparison.harness.probe;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/** A JVM of its own that holds as much as it is told to. */
final class Hoarder implements AutoCloseable {

    /** Small enough to be no giant for any collector. */
    private static final int PIECE = 1 << 18;

    private static final int PIECES_PER_MIB = 4;

    private final Process process;
    private final BufferedReader answers;

    private Hoarder(Process process) {
        this.process = process;
        this.answers = process.inputReader(StandardCharsets.UTF_8);
    }

    /** Starts one and waits until it takes orders. */
    static Hoarder start(String... flags) throws IOException {
        List<String> command = Stream.of(
                        Stream.of(Path.of(System.getProperty("java.home"), "bin", "java")
                                .toString()),
                        Stream.of(flags),
                        Stream.of("-Xms32m", "-Xmx256m", "-cp", "target/test-classes", Hoarder.class.getName()))
                .flatMap(words -> words)
                .toList();
        Hoarder started = new Hoarder(new ProcessBuilder(command)
                .redirectError(ProcessBuilder.Redirect.DISCARD)
                .start());
        started.await();
        return started;
    }

    ProcessHandle handle() {
        return process.toHandle();
    }

    /** Lets it hold so many MiB, and no others; they are there when this returns. */
    void hold(int mebibytes) throws IOException {
        order("hold " + mebibytes);
    }

    /** Lets it collect all garbage now. */
    void collect() throws IOException {
        order("collect");
    }

    private void order(String words) throws IOException {
        process.outputWriter(StandardCharsets.UTF_8).write(words + "\n");
        process.outputWriter(StandardCharsets.UTF_8).flush();
        await();
    }

    private void await() throws IOException {
        String answer = answers.readLine();
        if (answer == null || !answer.startsWith("pieces ")) {
            throw new IllegalStateException("it says " + answer);
        }
    }

    /** Kills it, so that it can't tidy up. */
    void kill() throws InterruptedException {
        process.destroyForcibly().waitFor();
    }

    @Override
    public void close() {
        process.destroyForcibly();
    }

    /** What runs in the other JVM. */
    @SuppressWarnings("SystemGc") // to see what it leaves
    public static void main(String[] arguments) throws IOException {
        BufferedReader orders = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
        List<byte[]> hoard = new ArrayList<>();
        System.out.println("pieces 0");
        for (String order = orders.readLine(); order != null; order = orders.readLine()) {
            if (order.equals("collect")) {
                System.gc();
            } else {
                hoard.clear();
                int pieces = Integer.parseInt(order.substring("hold ".length())) * PIECES_PER_MIB;
                for (int i = 0; i < pieces; i++) {
                    hoard.add(new byte[PIECE]);
                }
            }
            System.out.println("pieces " + hoard.size());
        }
    }
}
