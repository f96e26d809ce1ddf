package sprout.config;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The settings of an application, read once and then immutable, so safe for any thread.
 *
 * <p>A key is looked up as a system property ({@code -Dserver.port=80}), then as an environment variable in the relaxed
 * spelling ({@code SERVER_PORT}; dots and dashes become underscores), then in {@code application-<profile>.yml} of each
 * profile named by {@code sprout.profiles.active} (the last one wins) and in {@code application.yml} of the class path.
 * A value may refer to another by <code>${NAME:default}</code>.
 */
public final class AppConfig {
    private static final String PROFILES = "sprout.profiles.active";

    private final Map<String, String> files;
    private final Overrides overrides;

    private AppConfig(Map<String, String> files, Overrides overrides) {
        this.files = files;
        this.overrides = overrides;
    }

    /** Reads the files of the class path, under this process's own system properties and environment. */
    public static AppConfig load(ClassLoader loader) {
        return load(loader, new Overrides(System::getProperty, System::getenv));
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
        Lookup properties = name -> given.containsKey(name) ? given.get(name) : System.getProperty(name);
        return load(loader, new Overrides(properties, System::getenv));
    }

    /** Settings given as they are, with nothing to override them: for tests. */
    public static AppConfig of(Map<String, String> settings) {
        return new AppConfig(Map.copyOf(settings), new Overrides(name -> null, name -> null));
    }

    static AppConfig load(ClassLoader loader, Overrides overrides) {
        Map<String, String> settings =
                new LinkedHashMap<>(YamlFile.find(loader, "application.yml").orElse(Map.of()));
        AppConfig base = new AppConfig(settings, overrides);
        for (String profile : base.list(PROFILES)) {
            settings.putAll(profile(loader, profile));
        }
        return base;
    }

    private static Map<String, String> profile(ClassLoader loader, String profile) {
        String file = "application-" + profile + ".yml";
        return YamlFile.find(loader, file)
                .orElseThrow(() -> new ConfigException(
                        "%s asks for %s, which is not on the class path".formatted(PROFILES, file)));
    }

    /** The value of a key, or empty when it is set nowhere or set to nothing. */
    public Optional<String> find(String key) {
        String value = lookUp(key);
        String text = value == null ? "" : value.strip();
        return text.isEmpty() ? Optional.empty() : Optional.of(text);
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
        return find(key).map(value -> Values.bool(key, value)).orElse(defaultValue);
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
        return find(key).map(value -> Values.number(key, value, min, max)).orElse(defaultValue);
    }

    /**
     * A time span such as {@code 500ms}, {@code 30s}, {@code 2m}, {@code 1h}, or ISO 8601 ({@code PT30S}).
     *
     * @throws ConfigException if the value is none of these, or negative
     */
    public Duration duration(String key, Duration defaultValue) {
        return find(key).map(value -> Values.duration(key, value)).orElse(defaultValue);
    }

    /**
     * A constant of the enum that the default belongs to; letter case and dashes are ignored.
     *
     * @throws ConfigException if the value is no such constant
     */
    public <E extends Enum<E>> E choice(String key, E defaultValue) {
        return find(key)
                .map(value -> Values.choice(key, value, defaultValue.getDeclaringClass()))
                .orElse(defaultValue);
    }

    /** A YAML sequence or a comma separated value; empty when the key is set nowhere. */
    public List<String> list(String key) {
        return find(key).map(AppConfig::split).orElseGet(() -> sequence(key));
    }

    /**
     * Binds the keys below {@code prefix} to the components of a record, {@code poolSize} to {@code prefix.pool-size}.
     * Components may be strings, int, long, boolean, {@link Duration}, enums, lists of strings and records of these.
     *
     * @throws ConfigException if a value is missing or has the wrong type, or the record's constructor refuses it
     */
    public <R extends Record> R bind(String prefix, Class<R> type) {
        return new RecordBinding(this).bind(prefix, type);
    }

    private List<String> sequence(String key) {
        List<String> values = new ArrayList<>();
        for (String name : files.keySet()) {
            if (name.startsWith(key + "[")) {
                find(name).ifPresent(values::add);
            }
        }
        return List.copyOf(values);
    }

    private static List<String> split(String value) {
        return Arrays.stream(value.split(","))
                .map(String::strip)
                .filter(s -> !s.isEmpty())
                .toList();
    }

    private @Nullable String lookUp(String key) {
        String value = raw(key);
        return value == null ? null : Placeholders.resolve(key, value, this::raw);
    }

    private @Nullable String raw(String key) {
        String value = overrides.find(key);
        return value != null ? value : files.get(key);
    }

    /** Where a value may come from besides the files; the environment is a function so that a test can bring its own. */
    record Overrides(Lookup properties, Lookup environment) {
        @Nullable
        String find(String key) {
            String value = properties.find(key);
            if (value == null) {
                value = environment.find(environmentName(key));
            }
            return value;
        }

        private static String environmentName(String key) {
            return key.replace('.', '_').replace('-', '_').toUpperCase(Locale.ROOT);
        }
    }

    /** Looks up one name. */
    @FunctionalInterface
    interface Lookup {
        @Nullable
        String find(String name);
    }
}
