package sprout.config;

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
 * Holds the settings of an application. Read once, then immutable and thread-safe.
 *
 * <p>A key is looked up in this order: arguments ({@code --server.port=80}), system properties
 * ({@code -Dserver.port=80}), environment variables in relaxed spelling ({@code SERVER_PORT}; dots and dashes become
 * underscores), {@code application-<profile>.yml} of each profile in {@code sprout.profiles.active} (the last one
 * wins), and {@code application.yml} of the class path. A list is taken as a whole from the first source that sets it,
 * even if it is empty there. A value may refer to another key by <code>${NAME:default}</code>.
 */
public final class AppConfig {
    /** The names of the active profiles. */
    public static final Setting<List<String>> PROFILES = Setting.list(Setting.text(
            "sprout.profiles.active", "", "profiles whose `application-<profile>.yml` is read, the last one wins"));

    private final Map<String, Given> files;
    private final Overrides overrides;

    private AppConfig(Map<String, Given> files, Overrides overrides) {
        this.files = files;
        this.overrides = overrides;
    }

    /**
     * Reads the files of the class path, overridden by the environment and system properties of this process, and by
     * command line arguments above all.
     *
     * @param arguments each in the form {@code --key=value}
     * @throws ConfigException if an argument has another form, or a file cannot be read, is not valid YAML or is
     *     missing for an active profile
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

    /** Creates settings from a map, which nothing overrides; for tests. */
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

    /**
     * Adds the settings of a file. A list replaces the list of an earlier file as a whole, so no elements of that list
     * may remain.
     */
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

    /** The key without list indexes. */
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
     * @throws ConfigException if the value is not allowed, or there is neither a value nor a default
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
     * The value of a setting, ignoring its default; empty if it is not set, or set to an empty text.
     *
     * @throws ConfigException if the value is not allowed
     */
    public <T> Optional<T> find(Setting<T> setting) {
        String key = setting.key();
        List<String> elements = sequence(key);
        if (elements == null) {
            return find(key).map(value -> convert(key, value, setting::parse));
        }
        return elements.isEmpty() ? Optional.empty() : Optional.of(convert(setting, elements));
    }

    private <T> T convert(Setting<T> setting, List<String> elements) {
        return convert(setting.key(), String.join(",", elements), _ -> setting.parseSequence(elements));
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

    /**
     * The keys that files and arguments set. Environment variables are excluded, because most are not meant for the
     * application.
     */
    Set<String> givenKeys() {
        Set<String> keys = new LinkedHashSet<>(overrides.arguments().keySet());
        keys.addAll(files.keySet());
        return keys;
    }

    /** The source of a key's value, for messages. */
    String origin(String key) {
        Given given = files.get(key.contains("[") || files.containsKey(key) ? key : key + "[0]");
        return overrides
                .origin(overrides.elements(key).isEmpty() ? key : key + "[0]")
                .or(() -> Optional.ofNullable(given).map(Given::file))
                .orElse("default");
    }

    /** The value of a key; empty if it is not set, or set to an empty text. */
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
     * The value of a key as a whole number, or the default.
     *
     * @throws ConfigException if the value is not a whole number in the range of an int
     */
    public int getIntProperty(String key, int defaultValue) {
        return find(Setting.number(key, null, Integer.MIN_VALUE, Integer.MAX_VALUE, ""))
                .orElse(defaultValue);
    }

    /**
     * The value of a key as a boolean, or the default.
     *
     * @throws ConfigException if the value is neither {@code true} nor {@code false}
     */
    public boolean getBooleanProperty(String key, boolean defaultValue) {
        return find(Setting.flag(key, null, "")).orElse(defaultValue);
    }

    /**
     * Whether a setting has the wanted value, ignoring letter case. If {@code wanted} is empty, a sequence and any value
     * except {@code false} match.
     *
     * @param ifMissing the result if the key is not set
     */
    public boolean matches(String key, String wanted, boolean ifMissing) {
        return find(key)
                .map(value -> wanted.isEmpty() ? !value.equalsIgnoreCase("false") : value.equalsIgnoreCase(wanted))
                .orElseGet(() -> ifMissing || (wanted.isEmpty() && isSequence(key)));
    }

    private boolean isSequence(String key) {
        return !overrides.elements(key).isEmpty() || !elementsOfFiles(key).isEmpty();
    }

    /** Whether a profile is active; with a leading {@code !}, whether it is not active. */
    public boolean hasProfile(String name) {
        return name.startsWith("!") != get(PROFILES).contains(name.startsWith("!") ? name.substring(1) : name);
    }

    /**
     * The elements of the key if the strongest source that sets it has a sequence; null if that source has one text,
     * even an empty one.
     */
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

    /**
     * The sources that override the files, the strongest first. They are functions, so that a test can replace them.
     */
    record Overrides(Map<String, String> arguments, Lookup properties, Lookup environment) {
        @Nullable
        String find(String key) {
            String value = arguments.get(key);
            if (value == null) {
                value = properties.find(key);
            }
            return value != null ? value : environment.find(Setting.environmentVariable(key));
        }

        /**
         * The elements {@code key[0]}, {@code key[1]}… of the arguments, or else of the system properties. Environment
         * variables have no list indexes.
         */
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

    /** Looks up the value of one name; null if it is not set. */
    @FunctionalInterface
    interface Lookup {
        @Nullable
        String find(String name);
    }
}
