package comparison.harness.plan;

import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * How a stack is started that its user made, and of which this project has neither sources nor a jar.
 *
 * @param command what the runtime {@code process} starts, in the project's folder; empty if it can't
 * @param image what the runtime {@code docker} starts, unless it is a service of compose.yaml
 * @param port where it listens, 1 to 65535; null: on {@code SERVER_PORT}, which is free in {@code process} and 8080 in {@code docker}
 */
public record Own(
        List<String> command,
        @Nullable String image,
        @Nullable Integer port) {

    /** What a command or a setting says where the port belongs. */
    private static final String PORT = "{port}";

    /** Copies the command. */
    public Own {
        command = List.copyOf(Objects.requireNonNullElse(command, List.of()));
    }

    /** Puts a port into a word of a command or of the environment, where it says {@code {port}}. */
    public static String withPort(String word, int port) {
        return word.replace(PORT, Integer.toString(port));
    }
}
