package comparison.harness.record;

import comparison.harness.Fault;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.zip.GZIPInputStream;
import tools.jackson.core.JacksonException;
import tools.jackson.core.JsonGenerator;
import tools.jackson.databind.DeserializationFeature;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.SerializationContext;
import tools.jackson.databind.SerializationFeature;
import tools.jackson.databind.ValueSerializer;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.module.SimpleModule;
import tools.jackson.databind.node.ObjectNode;

/** Reads and writes the JSON files of a run folder. Files are replaced atomically. */
public final class Json {

    private static final JsonMapper MAPPER = JsonMapper.builder()
            .enable(SerializationFeature.INDENT_OUTPUT)
            // What was not recorded is null, so a file without a field is of another version.
            .enable(DeserializationFeature.FAIL_ON_MISSING_CREATOR_PROPERTIES)
            .build();

    private static final JsonMapper COMPACT = MAPPER.rebuild()
            .disable(SerializationFeature.INDENT_OUTPUT)
            .addModule(new SimpleModule()
                    .addSerializer(Double.class, new ShortDouble())
                    .addSerializer(double.class, new ShortDouble()))
            .build();

    /** Writes whole doubles without a fraction. */
    private static final class ShortDouble extends ValueSerializer<Double> {

        private static final double MOST_EXACT = 1L << 53;

        @Override
        public void serialize(Double value, JsonGenerator out, SerializationContext context) {
            if (value == Math.rint(value) && Math.abs(value) < MOST_EXACT) {
                out.writeNumber(value.longValue());
            } else {
                out.writeNumber(value);
            }
        }
    }

    private Json() {}

    /** Formats a value on one line, whole doubles without a fraction. */
    public static String compact(Object value) {
        return COMPACT.writeValueAsString(value);
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
     * Reads a value from the file or, if it does not exist, from its compressed copy {@code FILE.gz}; empty if neither
     * exists.
     *
     * @throws Fault if the file cannot be read or does not have the expected structure
     */
    public static <T> Optional<T> read(Path file, Class<T> type) {
        Path source = Files.isRegularFile(file) ? file : compressed(file);
        if (!Files.isRegularFile(source)) {
            return Optional.empty();
        }
        try (InputStream raw = Files.newInputStream(source);
                InputStream text = source.equals(file) ? raw : new GZIPInputStream(raw)) {
            return Optional.of(MAPPER.readValue(text, type));
        } catch (IOException | JacksonException e) {
            throw Fault.broken(
                    "%s is damaged or of another version: %s. Put the file back from a copy, or delete it; what only it holds is then left empty."
                            .formatted(
                                    source,
                                    String.valueOf(e.getMessage())
                                            .lines()
                                            .findFirst()
                                            .orElse("")));
        }
    }

    /**
     * Writes a compressed copy of a file into a folder, where {@link #read} finds it under the file's name.
     *
     * @throws Fault if it fails
     */
    public static void compress(Path file, Path folder) {
        Disk.compress(file, compressed(folder.resolve(file.getFileName())));
    }

    private static Path compressed(Path file) {
        return file.resolveSibling(file.getFileName() + ".gz");
    }
}
