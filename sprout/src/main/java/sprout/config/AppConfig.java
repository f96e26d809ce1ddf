package sprout.config;

import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * The settings of an application, read once and then immutable, so safe for any thread.
 *
 * <p>A key is looked up among the arguments ({@code --server.port=80}), as a system property ({@code -Dserver.port=80}), then as an environment variable in the relaxed
 * spelling ({@code SERVER_PORT}; dots and dashes become underscores), then in {@code application-<profile>.yml} of each
 * profile named by {@code sprout.profiles.active} (the last one wins) and in {@code application.yml} of the class path.
 * A list is taken as a whole from the first of these that sets it, also to nothing. A value may refer to another by <code>${NAME:default}</code>.
 */
public final class AppConfig {
    /** The active profiles. */
    public static final Setting<List<String>> PROFILES = Setting.list(Setting.text(
            "sprout.profiles.active", "", "profiles whose `application-<profile>.yml` is read, the last one wins"));

    private final Map<String, Given> files;
    private final Overrides overrides;

    private AppConfig(Map<String, Given> files, Overrides overrides) {
        this.files = files;
        this.overrides = overrides;
    }

    /** Reads the files of the class path, under this process's own system properties and environment. */
    public static AppConfig load(ClassLoader loader) {
        return load(loader, List.of());
    }

    /**
     * Reads the files of the class path, under this process's own settings and command line arguments above all.
     *
     * @param arguments each as {@code --key=value}
     * @throws ConfigException if an argument has another form
     */
    public static AppConfig load(ClassLoader loader, List<String> arguments) {
        Map<String, String> given = new LinkedHashMap<>();
        for (String argument : arguments) {
            int equals = argument.indexOf('=');
            if (!argument.startsWith("--") || equals < 3) {
                throw new ConfigException("argument '%s' must have the form --key=value".formatted(argument));
            }
            given.put(argument.substring(2, equals), argument.substring(equals + 1));
        }
        return load(loader, new Overrides(given, System::getProperty, System::getenv));
    }

    /** Settings given as they are, with nothing to override them: for tests. */
    public static AppConfig of(Map<String, String> settings) {
        return new AppConfig(Map.of(), new Overrides(settings, name -> null, name -> null));
    }

    static AppConfig load(ClassLoader loader, Overrides overrides) {
        Map<String, Given> settings = new LinkedHashMap<>();
        AppConfig base = new AppConfig(settings, overrides);
        base.add("application.yml", YamlFile.find(loader, "application.yml").orElse(Map.of()));
        for (String profile : base.get(PROFILES)) {
            String file = "application-" + profile + ".yml";
            base.add(file, profile(loader, file));
        }
        return base;
    }

    /** What a file sets goes under its name as a whole: elements of another file's list must not be left among its own. */
    private void add(String file, Map<String, String> settings) {
        Set<String> names = new HashSet<>();
        for (String key : settings.keySet()) {
            names.add(nameOf(key));
        }
        for (String key : List.copyOf(files.keySet())) {
            if (names.contains(nameOf(key))) {
                files.remove(key);
            }
        }
        for (var setting : settings.entrySet()) {
            files.put(setting.getKey(), new Given(setting.getValue(), file));
        }
    }

    /** The key without the places in lists that follow it. */
    private static String nameOf(String key) {
        int bracket = key.indexOf('[');
        return bracket < 0 ? key : key.substring(0, bracket);
    }

    private static Map<String, String> profile(ClassLoader loader, String file) {
        return YamlFile.find(loader, file)
                .orElseThrow(() -> new ConfigException(
                        "%s asks for %s, which is not on the class path".formatted(PROFILES.key(), file)));
    }

    /**
     * The value of a setting, or its default.
     *
     * @throws ConfigException if the value is not allowed, or there is none and no default
     */
    public <T> T get(Setting<T> setting) {
        Optional<T> value = find(setting);
        if (value.isPresent()) {
            return value.get();
        }
        T preset = setting.defaultValue();
        if (preset == null) {
            throw new ConfigException(
                    "%s is not set, but must be: %s. Set it in application.yml, as %s in the environment or by --%s="
                            .formatted(setting.key(), setting.allowed(), setting.environmentVariable(), setting.key()));
        }
        return preset;
    }

    /**
     * The value of a setting, or empty if it is set nowhere, whatever its default.
     *
     * @throws ConfigException if the value is not allowed
     */
    public <T> Optional<T> find(Setting<T> setting) {
        String value = textOrJoined(setting.key());
        return value == null ? Optional.empty() : Optional.of(convert(setting, value));
    }

    private @Nullable String textOrJoined(String key) {
        List<String> elements = sequence(key);
        return elements == null ? textOf(key) : elements.isEmpty() ? null : String.join(",", elements);
    }

    private <T> T convert(Setting<T> setting, String value) {
        try {
            return setting.parse(value);
        } catch (IllegalArgumentException e) {
            throw refused(setting.key(), value, e);
        }
    }

    private ConfigException refused(String key, String value, IllegalArgumentException cause) {
        return new ConfigException(
                "%s is '%s' (%s), but must be %s".formatted(key, value, origin(key), cause.getMessage()), cause);
    }

    private <T> T convert(String key, String value, Function<String, T> parser) {
        try {
            return parser.apply(value);
        } catch (IllegalArgumentException e) {
            throw refused(key, value, e);
        }
    }

    /** The keys that files and arguments set; those of the environment are not all meant for the application. */
    Set<String> givenKeys() {
        Set<String> keys = new LinkedHashSet<>(overrides.arguments().keySet());
        keys.addAll(files.keySet());
        return keys;
    }

    /** Where the value of a key comes from, for messages. */
    String origin(String key) {
        Given given = files.get(key.contains("[") || files.containsKey(key) ? key : key + "[0]");
        return overrides
                .origin(overrides.elements(key).isEmpty() ? key : key + "[0]")
                .or(() -> Optional.ofNullable(given).map(Given::file))
                .orElse("default");
    }

    /** The value of a key, or empty when it is set nowhere or set to nothing. */
    public Optional<String> find(String key) {
        return Optional.ofNullable(textOf(key));
    }

    private @Nullable String textOf(String key) {
        String value = raw(key);
        return value == null ? null : text(key, value);
    }

    private @Nullable String text(String key, String value) {
        String text = Placeholders.resolve(key, value, this::raw).strip();
        return text.isEmpty() ? null : text;
    }

    public String getStringProperty(String key, String defaultValue) {
        return find(key).orElse(defaultValue);
    }

    /**
     * A whole number.
     *
     * @throws ConfigException if the value is not a whole number that fits an int
     */
    public int getIntProperty(String key, int defaultValue) {
        return number(key, defaultValue, Integer.MIN_VALUE, Integer.MAX_VALUE);
    }

    /**
     * A switch.
     *
     * @throws ConfigException if the value is neither {@code true} nor {@code false}
     */
    public boolean getBooleanProperty(String key, boolean defaultValue) {
        return find(key).map(value -> convert(key, value, Values::bool)).orElse(defaultValue);
    }

    /**
     * A whole number within limits.
     *
     * @throws ConfigException if the value is not a whole number from {@code min} to {@code max}
     */
    public int number(String key, int defaultValue, int min, int max) {
        return (int) number(key, (long) defaultValue, min, max);
    }

    /**
     * A whole number within limits.
     *
     * @throws ConfigException if the value is not a whole number from {@code min} to {@code max}
     */
    public long number(String key, long defaultValue, long min, long max) {
        return find(key)
                .map(value -> convert(key, value, text -> Values.number(text, min, max)))
                .orElse(defaultValue);
    }

    /**
     * A time span such as {@code 500ms}, {@code 30s}, {@code 2m}, {@code 1h}, or ISO 8601 ({@code PT30S}).
     *
     * @throws ConfigException if the value is none of these, or negative
     */
    public Duration duration(String key, Duration defaultValue) {
        return find(key).map(value -> convert(key, value, Values::duration)).orElse(defaultValue);
    }

    /**
     * A constant of the enum that the default belongs to; letter case and dashes are ignored.
     *
     * @throws ConfigException if the value is no such constant
     */
    public <E extends Enum<E>> E choice(String key, E defaultValue) {
        return find(key)
                .map(value -> convert(key, value, text -> Values.choice(text, defaultValue.getDeclaringClass())))
                .orElse(defaultValue);
    }

    /**
     * Whether a setting has the wanted value, or any but {@code false} if that is empty; letter case is ignored.
     *
     * @param ifMissing the answer if it is not set
     */
    public boolean matches(String key, String wanted, boolean ifMissing) {
        return find(key)
                .map(value -> wanted.isEmpty() ? !value.equalsIgnoreCase("false") : value.equalsIgnoreCase(wanted))
                .orElse(ifMissing);
    }

    /** Whether a profile is active; with a leading {@code !}, whether it is not. */
    public boolean hasProfile(String name) {
        return name.startsWith("!") != get(PROFILES).contains(name.startsWith("!") ? name.substring(1) : name);
    }

    /** A YAML sequence or a comma separated value; empty when the key is set nowhere. */
    public List<String> list(String key) {
        List<String> elements = sequence(key);
        if (elements == null) {
            String value = textOf(key);
            return value == null ? List.of() : split(value);
        }
        return elements;
    }

    /** The elements of the key, if the strongest source that sets it has a sequence; null if it has one text, be it empty. */
    private @Nullable List<String> sequence(String key) {
        List<String> given = overrides.elements(key);
        if (given.isEmpty() && raw(key) != null) {
            return null;
        }
        List<String> elements = new ArrayList<>();
        for (String value : given.isEmpty() ? elementsOfFiles(key) : given) {
            String text = text(key, value);
            if (text != null) {
                elements.add(text);
            }
        }
        return List.copyOf(elements);
    }

    private List<String> elementsOfFiles(String key) {
        List<String> values = new ArrayList<>();
        for (var one : files.entrySet()) {
            if (one.getKey().startsWith(key + "[")) {
                values.add(one.getValue().value());
            }
        }
        return values;
    }

    static List<String> split(String value) {
        List<String> parts = new ArrayList<>();
        for (String part : value.split(",", -1)) {
            if (!part.isBlank()) {
                parts.add(part.strip());
            }
        }
        return parts;
    }

    private @Nullable String raw(String key) {
        String value = overrides.find(key);
        if (value == null) {
            Given given = files.get(key);
            return given == null ? null : given.value();
        }
        return value;
    }

    private record Given(String value, String file) {}

    /** Where a value may come from besides the files, the strongest first; functions, so that a test can bring its own. */
    record Overrides(Map<String, String> arguments, Lookup properties, Lookup environment) {
        @Nullable
        String find(String key) {
            String value = arguments.get(key);
            if (value == null) {
                value = properties.find(key);
            }
            return value != null ? value : environment.find(Setting.environmentVariable(key));
        }

        /** What the stronger of arguments and properties has as {@code key[0]}, {@code key[1]}…; names in the environment have no brackets. */
        List<String> elements(String key) {
            boolean argued = arguments.containsKey(key + "[0]");
            if (arguments.containsKey(key) || (!argued && properties.find(key) != null)) {
                return List.of();
            }
            List<String> elements = new ArrayList<>();
            for (String one = element(argued, key, 0); one != null; one = element(argued, key, elements.size())) {
                elements.add(one);
            }
            return elements;
        }

        private @Nullable String element(boolean argued, String key, int index) {
            String name = key + "[" + index + "]";
            return argued ? arguments.get(name) : properties.find(name);
        }

        Optional<String> origin(String key) {
            String variable = Setting.environmentVariable(key);
            return arguments.containsKey(key)
                    ? Optional.of("argument --" + key)
                    : properties.find(key) != null
                            ? Optional.of("system property " + key)
                            : environment.find(variable) != null
                                    ? Optional.of("environment variable " + variable)
                                    : Optional.empty();
        }
    }

    /** Looks up one name. */
    @FunctionalInterface
    interface Lookup {
        @Nullable
        String find(String name);
    }
}
