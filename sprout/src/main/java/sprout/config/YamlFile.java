package sprout.config;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.snakeyaml.engine.v2.api.Load;
import org.snakeyaml.engine.v2.api.LoadSettings;
import org.snakeyaml.engine.v2.exceptions.YamlEngineException;

/** Reads one YAML file of the class path into flat keys: {@code a: {b: [x]}} is {@code a.b[0] = x}. */
final class YamlFile {
    private final Map<String, String> settings = new LinkedHashMap<>();

    private YamlFile() {}

    /** The settings of a file, or empty if there is no such file. */
    static Optional<Map<String, String>> find(ClassLoader loader, String name) {
        try (InputStream in = loader.getResourceAsStream(name)) {
            return in == null
                    ? Optional.empty()
                    : Optional.of(parse(new String(in.readAllBytes(), StandardCharsets.UTF_8), name));
        } catch (IOException e) {
            throw new ConfigException(name + " cannot be read: " + e.getMessage(), e);
        }
    }

    /** From text: reading bytes, the parser would ask for charsets that native images do not have. */
    private static Map<String, String> parse(String text, String name) {
        try {
            Object root = new Load(LoadSettings.builder().setLabel(name).build()).loadFromString(text);
            YamlFile file = new YamlFile();
            if (root instanceof Map<?, ?> top) {
                file.flatten("", top);
            } else if (root != null) {
                throw new ConfigException(name + " must be a mapping of keys to values");
            }
            return file.settings;
        } catch (YamlEngineException e) {
            throw new ConfigException(name + " is not valid YAML: " + e.getMessage(), e);
        }
    }

    private void flatten(String key, @Nullable Object value) {
        if (value instanceof Map<?, ?> map) {
            map.forEach((name, child) -> flatten(key.isEmpty() ? String.valueOf(name) : key + "." + name, child));
        } else if (value instanceof List<?> list) {
            for (int i = 0; i < list.size(); i++) {
                flatten(key + "[" + i + "]", list.get(i));
            }
        } else if (value != null) {
            settings.put(key, value.toString());
        }
    }
}
