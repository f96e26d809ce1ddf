package sprout;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;

/** Runs a client that is not a Java library. */
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
    static Process start(String... command) throws IOException {
        return start(command, Path.of("/dev/null"));
    }

    private static Process start(String[] command, Path output) throws IOException {
        return new ProcessBuilder(command)
                .redirectErrorStream(true)
                .redirectOutput(output.toFile())
                .start();
    }
}
