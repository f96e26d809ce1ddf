package comparison.harness.process;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Pattern;

/** Finds the line of a log that explains a failure. */
public final class Logs {

    private static final Pattern ERROR = Pattern.compile("error|exception|refused|failed", Pattern.CASE_INSENSITIVE);
    /** The JVM's message about flags from the environment does not explain a failure. */
    private static final Pattern FLAGS = Pattern.compile("NOTE: Picked up .*");

    private Logs() {}

    /** Returns the last line of a log that mentions an error, else the last line with a word. */
    public static String lastLine(Path log) {
        try {
            List<String> lines = Files.readAllLines(log).reversed();
            return lines.stream()
                    .filter(line -> ERROR.matcher(line).find())
                    .findFirst()
                    .or(() -> lines.stream()
                            .filter(line -> line.matches(".*\\w.*")
                                    && !FLAGS.matcher(line).matches())
                            .findFirst())
                    .orElse("its log is empty")
                    .strip()
                    .replaceAll("\\.$", "");
        } catch (IOException e) {
            return "its log cannot be read";
        }
    }
}
