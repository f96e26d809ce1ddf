package sprout.config;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Reads one YAML file of the class path as flat keys. */
final class YamlFile {
    private YamlFile() {}

    /**
     * The settings of a file; empty if there is no such file.
     *
     * @throws ConfigException if the file cannot be read or is not valid
     */
    static Optional<Map<String, String>> find(ClassLoader loader, String name) {
        try (InputStream in = loader.getResourceAsStream(name)) {
            return in == null
                    ? Optional.empty()
                    : Optional.of(parse(new String(in.readAllBytes(), StandardCharsets.UTF_8), name));
        } catch (IOException e) {
            throw new ConfigException(name + " cannot be read: " + e.getMessage(), e);
        }
    }

    private static Map<String, String> parse(String text, String name) {
        @Nullable Map<String, String> plain = PlainYaml.parse(text);
        return plain != null ? plain : FullYaml.parse(text, name);
    }
}
