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

/** Exchanges lines with a child over its standard input and output. Used by one thread. */
public final class Conversation {

    /** Marks the end of the child's output in the queue. No line contains a line break, so no line equals it. */
    private static final String HUNG_UP = "\n";

    private final Process process;
    private final Writer input;
    private final BlockingQueue<String> heard = new LinkedBlockingQueue<>();

    /** Starts to read the output of a child that was started with {@link Program#startTalking}. */
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
            // The mark below reports it to the reader of the queue.
        }
        heard.add(HUNG_UP);
    }

    /**
     * Sends a line.
     *
     * @throws IOException if the child has closed its input
     */
    public void say(String line) throws IOException {
        input.write(line + "\n");
        input.flush();
    }

    /**
     * Waits for the next line.
     *
     * @return null after a time-out
     * @throws EOFException if the child has closed its output
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
