package comparison.harness.process;

import java.io.IOException;
import java.io.InputStream;
import java.nio.channels.Channels;
import java.nio.channels.SeekableByteChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Pattern;

/**
 * Reads the beginning of a log, and finds the line at its end that explains a failure. A log may be larger than this
 * process's memory, and need not be a text.
 */
public final class Logs {

    /** Far more than a stack prints when it starts or fails. */
    private static final int PART = 1 << 20;

    private static final Pattern ERROR = Pattern.compile("error|exception|refused|failed", Pattern.CASE_INSENSITIVE);
    /** The JVM's message about flags from the environment does not explain a failure. */
    private static final Pattern FLAGS = Pattern.compile("NOTE: Picked up .*");

    private Logs() {}

    /** Returns the first MiB of a log; an empty string if it cannot be read. */
    public static String beginning(Path log) {
        try (InputStream file = Files.newInputStream(log)) {
            return text(file);
        } catch (IOException e) {
            return "";
        }
    }

    /** Returns the last line of a log that mentions an error, else the last line with a word, both of the last MiB. */
    public static String lastLine(Path log) {
        try (SeekableByteChannel file = Files.newByteChannel(log)) {
            file.position(Math.max(0, file.size() - PART));
            List<String> lines =
                    text(Channels.newInputStream(file)).lines().toList().reversed();
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

    /** Decodes bytes that are not UTF-8 as replacement characters. */
    private static String text(InputStream file) throws IOException {
        return new String(file.readNBytes(PART), StandardCharsets.UTF_8);
    }
}
