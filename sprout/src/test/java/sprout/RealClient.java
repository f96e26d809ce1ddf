package sprout;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;

/** Runs a client that is no library of Java's. One that is not installed fails the test, with the cure. */
public final class RealClient {
    private static final long PATIENCE_SECONDS = 120;

    private RealClient() {}

    /** What the program wrote; fails unless it ends well. */
    public static String run(String... command) throws IOException, InterruptedException {
        Path output = Files.createTempFile("client", ".log");
        try {
            Process process = start(command, output);
            boolean ended = process.waitFor(PATIENCE_SECONDS, TimeUnit.SECONDS);
            process.destroyForcibly();
            String text = Files.readString(output, StandardCharsets.UTF_8);
            if (!ended || process.waitFor() != 0) {
                throw new AssertionError(String.join(" ", command) + (ended ? " failed: " : " did not end: ") + text);
            }
            return text;
        } finally {
            Files.delete(output);
        }
    }

    /** Starts a program that does not end by itself; the caller ends it. What it writes is thrown away. */
    static Process start(String... command) {
        return start(command, Path.of("/dev/null"));
    }

    private static Process start(String[] command, Path output) {
        try {
            return new ProcessBuilder(command)
                    .redirectErrorStream(true)
                    .redirectOutput(output.toFile())
                    .start();
        } catch (IOException e) {
            throw new AssertionError(
                    command[0]
                            + " is needed by this test and not installed: apt-get install curl chromium python3-websockets",
                    e);
        }
    }
}
