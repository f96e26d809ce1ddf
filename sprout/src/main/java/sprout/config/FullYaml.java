package sprout.config;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.snakeyaml.engine.v2.api.Load;
import org.snakeyaml.engine.v2.api.LoadSettings;
import org.snakeyaml.engine.v2.exceptions.MarkedYamlEngineException;
import org.snakeyaml.engine.v2.exceptions.YamlEngineException;

/**
 * Parses any YAML into flat keys: {@code a: {b: [x]}} becomes {@code a.b[0] = x}, and {@code a: []} an empty text. Slow
 * to load, because it needs a library.
 */
final class FullYaml {
    private final Map<String, String> settings = new LinkedHashMap<>();

    private FullYaml() {}

    /** Parses text, because for bytes the library would look up charsets that native images do not have. */
    static Map<String, String> parse(String text, String name) {
        try {
            Object root = new Load(LoadSettings.builder().setLabel(name).build()).loadFromString(text);
            FullYaml file = new FullYaml();
            if (root instanceof Map<?, ?> top) {
                file.flatten("", top);
            } else if (root != null) {
                throw new ConfigException(name + " must be a mapping of keys to values");
            }
            return file.settings;
        } catch (MarkedYamlEngineException e) {
            throw new ConfigException("%s is not valid YAML%s: %s".formatted(name, at(e), e.getProblem()), e);
        } catch (YamlEngineException e) {
            throw new ConfigException(name + " is not valid YAML: " + e.getMessage(), e);
        }
    }

    private static String at(MarkedYamlEngineException e) {
        return e.getProblemMark()
                .map(mark -> " in line %d, column %d".formatted(mark.getLine() + 1, mark.getColumn() + 1))
                .orElse("");
    }

    private void flatten(String key, @Nullable Object value) {
        if (value instanceof Map<?, ?> map) {
            map.forEach((name, child) -> flatten(key.isEmpty() ? String.valueOf(name) : key + "." + name, child));
        } else if (value instanceof List<?> list && list.isEmpty()) {
            settings.put(key, ""); // otherwise nothing would show that this list replaces that of a weaker file
        } else if (value instanceof List<?> list) {
            for (int i = 0; i < list.size(); i++) {
                flatten(key + "[" + i + "]", list.get(i));
            }
        } else if (value != null) {
            settings.put(key, value.toString());
        }
    }
}
