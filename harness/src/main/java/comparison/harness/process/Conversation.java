package comparison.harness.process;

import comparison.harness.Fault;
import java.io.BufferedReader;
import java.io.EOFException;
import java.io.IOException;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** Lines to the standard input of a child, and lines from its standard output. Used by one thread. */
public final class Conversation {

    /** What the queue holds once the process has closed its output; no line is like it. */
    private static final String HUNG_UP = "\n";

    private final Process process;
    private final Writer input;
    private final BlockingQueue<String> heard = new LinkedBlockingQueue<>();

    /** Listens to a child that was started with {@link Program#startTalking}. */
    public Conversation(Child child) {
        this.process = child.process();
        this.input = process.outputWriter(StandardCharsets.UTF_8);
        Thread.ofPlatform().daemon().name("listener").start(this::listen);
    }

    private void listen() {
        try (BufferedReader output = process.inputReader(StandardCharsets.UTF_8)) {
            for (String line = output.readLine(); line != null; line = output.readLine()) {
                heard.add(line);
            }
        } catch (IOException ended) {
            // Whoever waits for a line is told by what follows.
        }
        heard.add(HUNG_UP);
    }

    /**
     * Says a line.
     *
     * @throws IOException if nobody listens any more
     */
    public void say(String line) throws IOException {
        input.write(line + "\n");
        input.flush();
    }

    /**
     * Waits for a line.
     *
     * @return null if none came in time
     * @throws EOFException if none will come any more
     * @throws Fault if this thread is interrupted
     */
    public @Nullable String hear(Duration patience) throws EOFException {
        try {
            String line = heard.poll(patience.toMillis(), TimeUnit.MILLISECONDS);
            if (HUNG_UP.equals(line)) {
                heard.add(HUNG_UP);
                throw new EOFException("it has closed its output");
            }
            return line;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw Fault.broken("The wait for a child process was interrupted.", e);
        }
    }
}
