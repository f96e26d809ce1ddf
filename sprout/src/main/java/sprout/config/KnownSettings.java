package sprout.config;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/** Lists all keys that an application knows, and finds misspelled ones. */
public final class KnownSettings {
    /** If two keys differ in more characters, one is not suggested for the other. */
    private static final int MOST_TYPOS = 3;

    private final List<Setting<?>> settings;

    public KnownSettings(List<Setting<?>> settings) {
        this.settings = List.copyOf(settings);
    }

    /**
     * Finds keys that are set and have the prefix of a known key, but are not known. Each is reported as a sentence,
     * with a suggestion if there is one.
     */
    public List<String> unknown(AppConfig config) {
        List<String> messages = new ArrayList<>();
        for (String key : config.givenKeys()) {
            if (!isKnown(key) && hasKnownPrefix(key)) {
                messages.add("%s (%s) is not a known setting%s"
                        .formatted(
                                key,
                                config.origin(key),
                                closest(key)
                                        .map(one -> ". Did you mean " + one + "?")
                                        .orElse("")));
            }
        }
        return messages;
    }

    private boolean isKnown(String key) {
        int bracket = key.indexOf('[');
        String name = bracket < 0 ? key : key.substring(0, bracket);
        for (Setting<?> setting : settings) {
            if (setting.key().equals(name)) {
                return true;
            }
        }
        return false;
    }

    private boolean hasKnownPrefix(String key) {
        for (Setting<?> setting : settings) {
            if (key.startsWith(prefix(setting))) {
                return true;
            }
        }
        return false;
    }

    private static String prefix(Setting<?> setting) {
        return setting.key().substring(0, setting.key().lastIndexOf('.') + 1);
    }

    private Optional<String> closest(String key) {
        return settings.stream()
                .map(Setting::key)
                .min(Comparator.comparingInt(known -> distance(known, key)))
                .filter(known -> distance(known, key) <= MOST_TYPOS);
    }

    /** The number of characters to insert, delete or replace (Levenshtein distance). */
    private static int distance(String one, String other) {
        int[] row = new int[other.length() + 1];
        for (int j = 0; j < row.length; j++) {
            row[j] = j;
        }
        for (int i = 1; i <= one.length(); i++) {
            int diagonal = row[0];
            row[0] = i;
            for (int j = 1; j < row.length; j++) {
                int replaced = diagonal + (one.charAt(i - 1) == other.charAt(j - 1) ? 0 : 1);
                diagonal = row[j];
                row[j] = Math.min(replaced, 1 + Math.min(row[j], row[j - 1]));
            }
        }
        return row[other.length()];
    }

    /** Formats the keys for a terminal. */
    public String help() {
        StringBuilder help = new StringBuilder();
        for (Setting<?> setting : settings) {
            help.append("%s%n    %s%n    %s; default: %s; environment: %s%n"
                    .formatted(
                            setting.key(),
                            setting.description(),
                            setting.allowed(),
                            setting.defaultText().isEmpty() ? "none" : setting.defaultText(),
                            setting.environmentVariable()));
        }
        return help.toString();
    }

    /** Formats the keys as rows of a Markdown table: key, default, description. */
    public String markdown() {
        StringBuilder rows = new StringBuilder();
        for (Setting<?> setting : settings) {
            String preset = setting.defaultText().isEmpty() ? "" : "`" + setting.defaultText() + "`";
            rows.append("| `%s` | %s | %s |\n".formatted(setting.key(), preset, setting.description()));
        }
        return rows.toString();
    }
}
