package comparison.harness.report;

import comparison.contract.Program;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** Headless Chromium, which opens a page from disk. */
final class Chromium {

    private static final int LIMIT_SECONDS = 300;

    private Chromium() {}

    /**
     * What came of a page.
     *
     * @param output of Chromium
     * @param complaints that the page wrote to its console
     */
    record Seen(String output, String complaints) {}

    /** What the page writes to its console comes out as lines with CONSOLE in them; its profile goes to the folder. */
    static Seen open(Path folder, Path page, String... options) throws IOException, InterruptedException {
        Path output = Files.createTempFile(folder, "output", ".txt");
        Path errors = Files.createTempFile(folder, "errors", ".txt");
        List<String> command = new ArrayList<>(List.of(
                Program.CHROMIUM.required(),
                "--headless",
                "--no-sandbox",
                "--disable-gpu",
                "--no-first-run",
                "--disable-background-networking",
                "--disable-component-update",
                "--disable-extensions",
                "--disable-dev-shm-usage",
                "--allow-file-access-from-files",
                "--enable-logging=stderr",
                "--user-data-dir=" + Files.createTempDirectory(folder, "profile")));
        command.addAll(Arrays.asList(options));
        command.add(page.toUri().toString());
        Process process = new ProcessBuilder(command)
                .redirectOutput(output.toFile())
                .redirectError(errors.toFile())
                .start();
        if (!process.waitFor(LIMIT_SECONDS, TimeUnit.SECONDS)) {
            process.descendants().forEach(ProcessHandle::destroyForcibly);
            process.destroyForcibly().waitFor();
            throw new AssertionError(
                    "Chromium did not end within %s s: %s".formatted(LIMIT_SECONDS, Files.readString(errors)));
        }
        String complaints = Files.readString(errors)
                .lines()
                .filter(line -> line.contains("CONSOLE"))
                // The browser's own windows are pages too; on a slow machine they complain of their fonts.
                .filter(line -> !line.contains("source: chrome://"))
                .reduce("", (a, b) -> a + b + "\n");
        return new Seen(Files.readString(output), complaints);
    }
}
