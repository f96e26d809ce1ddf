package comparison.harness.plan;

import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * How to start a user's own stack, of which this project has neither sources nor a jar.
 *
 * @param command what the runtime {@code process} starts, in the project's folder; empty if it cannot start this stack
 * @param image what the runtime {@code docker} starts, unless it is a service of compose.yaml
 * @param port where it listens, 1 to 65535; null if it listens on {@code SERVER_PORT}, which is a free port in
 *     {@code process} and 8080 in {@code docker}, unless its environment sets it
 */
public record Own(
        List<String> command,
        @Nullable String image,
        @Nullable Integer port) {

    /** Placeholder for the port in a command or a setting. */
    static final String PORT = "{port}";

    /** Copies the command; null becomes an empty list. */
    public Own {
        command = List.copyOf(Objects.requireNonNullElse(command, List.of()));
    }

    /** Replaces {@code {port}} in a word of a command or of the environment. */
    public static String withPort(String word, int port) {
        return word.replace(PORT, Integer.toString(port));
    }
}
