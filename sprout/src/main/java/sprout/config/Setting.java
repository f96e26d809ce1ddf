package sprout.config;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Describes one key of the configuration: its type, allowed values, default and meaning. Used to read and check it, and
 * to list it for {@code --help-config} and docs/configuration.md. Immutable.
 */
public final class Setting<T> {
    private final String key;
    private final String allowed;
    private final String description;
    private final Function<String, T> parser;
    private final Function<List<String>, T> sequenceParser;
    private final @Nullable String defaultText;
    private final @Nullable T defaultValue;

    private Setting(
            String key, String allowed, String description, Function<String, T> parser, @Nullable String defaultText) {
        this(key, allowed, description, parser, elements -> parser.apply(String.join(",", elements)), defaultText);
    }

    private Setting(
            String key,
            String allowed,
            String description,
            Function<String, T> parser,
            Function<List<String>, T> sequenceParser,
            @Nullable String defaultText) {
        this.key = key;
        this.allowed = allowed;
        this.description = description;
        this.parser = parser;
        this.sequenceParser = sequenceParser;
        this.defaultText = defaultText;
        this.defaultValue = defaultText == null ? null : parser.apply(defaultText);
    }

    private Setting(Setting<T> original, String defaultText, T defaultValue) {
        this.key = original.key;
        this.allowed = original.allowed;
        this.description = original.description;
        this.parser = original.parser;
        this.sequenceParser = original.sequenceParser;
        this.defaultText = defaultText;
        this.defaultValue = defaultValue;
    }

    /**
     * Creates a setting that is a whole number within limits.
     *
     * @param defaultText the default as it would be in a file; null if the key must be set. The same for all kinds of
     *     settings
     */
    public static Setting<Integer> number(
            String key, @Nullable String defaultText, long min, long max, String description) {
        long least = Math.max(min, Integer.MIN_VALUE);
        long most = Math.min(max, Integer.MAX_VALUE);
        return new Setting<>(
                key, least + " to " + most, description, text -> (int) Values.number(text, least, most), defaultText);
    }

    /** Creates a setting that is a whole number within limits that may exceed the range of an int. */
    public static Setting<Long> count(
            String key, @Nullable String defaultText, long min, long max, String description) {
        String allowed = range(min, max);
        return new Setting<>(key, allowed, description, text -> Values.number(text, min, max), defaultText);
    }

    /** Creates a setting that is a number of bytes within limits, with or without one of the units B, KB, MB and GB. */
    public static Setting<DataSize> size(
            String key, @Nullable String defaultText, long min, long max, String description) {
        String allowed = "bytes, " + range(min, max);
        return new Setting<>(key, allowed, description, text -> Values.size(text, min, max), defaultText);
    }

    /** Creates a setting that is a time span within limits. */
    public static Setting<Duration> duration(
            String key, @Nullable String defaultText, String min, String max, String description) {
        Duration least = Values.duration(min);
        Duration most = Values.duration(max);
        return new Setting<>(
                key, min + " to " + max, description, text -> Values.duration(text, least, most), defaultText);
    }

    /** Creates a setting that is a time span of any length. */
    public static Setting<Duration> duration(String key, @Nullable String defaultText, String description) {
        return new Setting<>(key, "a time span", description, Values::duration, defaultText);
    }

    /** Creates a setting that is a constant of an enum; letter case is ignored, and dashes stand for underscores. */
    public static <E extends Enum<E>> Setting<E> choice(
            String key, Class<E> type, @Nullable String defaultText, String description) {
        return new Setting<>(key, Values.spellings(type), description, text -> Values.choice(text, type), defaultText);
    }

    /** Creates a setting that is a text. */
    public static Setting<String> text(String key, @Nullable String defaultText, String description) {
        return new Setting<>(key, "text", description, text -> text, defaultText);
    }

    /** Creates a setting that is {@code true} or {@code false}. */
    public static Setting<Boolean> flag(String key, @Nullable String defaultText, String description) {
        return new Setting<>(key, "true or false", description, Values::bool, defaultText);
    }

    /**
     * Creates a setting that is a sequence or comma-separated values, each as another setting allows; empty unless it
     * is set. An element of a sequence may contain commas.
     */
    public static <T> Setting<List<T>> list(Setting<T> element) {
        return new Setting<>(
                element.key,
                "list of: " + element.allowed,
                element.description,
                text -> elements(AppConfig.split(text), element),
                texts -> elements(texts, element),
                "");
    }

    private static String range(long min, long max) {
        return max == Long.MAX_VALUE ? "from " + min : min + " to " + max;
    }

    private static <T> List<T> elements(List<String> texts, Setting<T> element) {
        List<T> values = new ArrayList<>();
        for (String one : texts) {
            values.add(element.parse(one));
        }
        return List.copyOf(values);
    }

    /**
     * Creates a copy with a default that is only known at run time.
     *
     * @param name how the default is listed
     */
    public Setting<T> orElse(String name, T value) {
        return new Setting<>(this, name, value);
    }

    public String key() {
        return key;
    }

    /** The allowed values, in words. */
    public String allowed() {
        return allowed;
    }

    public String description() {
        return description;
    }

    /** The default as it would be in a file; empty without a default. */
    public String defaultText() {
        return defaultText == null ? "" : defaultText;
    }

    @Nullable
    T defaultValue() {
        return defaultValue;
    }

    T parse(String text) {
        return parser.apply(text);
    }

    /** Parses the elements of a sequence; a setting that is not a list reads them as comma-separated values. */
    T parseSequence(List<String> elements) {
        return sequenceParser.apply(elements);
    }

    /** The name of the environment variable that overrides the key. */
    public String environmentVariable() {
        return environmentVariable(key);
    }

    static String environmentVariable(String key) {
        return key.replace('.', '_').replace('-', '_').toUpperCase(Locale.ROOT);
    }
}
