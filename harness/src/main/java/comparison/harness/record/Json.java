package comparison.harness.record;

import comparison.harness.Fault;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.DeserializationFeature;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.SerializationFeature;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/** Reads and writes the JSON files of a run folder. Files are replaced atomically. */
public final class Json {

    private static final JsonMapper MAPPER = JsonMapper.builder()
            .enable(SerializationFeature.INDENT_OUTPUT)
            // What was not recorded is null, so a file without a field is of another version.
            .enable(DeserializationFeature.FAIL_ON_MISSING_CREATOR_PROPERTIES)
            .build();

    private Json() {}

    /** Formats a value on one line. */
    public static String compact(Object value) {
        return MAPPER.writer().without(SerializationFeature.INDENT_OUTPUT).writeValueAsString(value);
    }

    /** Writes a value and replaces an existing file. */
    public static void write(Path file, Object value) {
        Disk.write(file, MAPPER.writeValueAsString(value) + "\n");
    }

    /**
     * Adds to an integer in a file. The names are the path to the integer, from the outermost. A file without it stays
     * unchanged.
     *
     * @throws Fault if the file cannot be read or written
     */
    public static void add(Path file, int more, String... names) {
        read(file, JsonNode.class).ifPresent(whole -> {
            JsonNode parent = whole;
            for (String name : names) {
                JsonNode value = parent.path(name);
                if (value.isInt() && parent instanceof ObjectNode object) {
                    object.put(name, value.intValue() + more);
                    write(file, whole);
                    return;
                }
                parent = value;
            }
        });
    }

    /**
     * Reads a value; empty if the file does not exist.
     *
     * @throws Fault if the file cannot be read or does not have the expected structure
     */
    public static <T> Optional<T> read(Path file, Class<T> type) {
        if (!Files.isRegularFile(file)) {
            return Optional.empty();
        }
        try {
            return Optional.of(MAPPER.readValue(Files.readString(file), type));
        } catch (IOException | JacksonException e) {
            throw Fault.broken(
                    "%s is damaged or of another version: %s. Put the file back from a copy, or delete it; what only it holds is then left empty."
                            .formatted(
                                    file,
                                    String.valueOf(e.getMessage())
                                            .lines()
                                            .findFirst()
                                            .orElse("")));
        }
    }
}
