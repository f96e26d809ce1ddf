package sprout.config;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/** All keys that an application knows: lists them, and finds those that somebody misspelt. */
public final class KnownSettings {
    /** Two words that differ by more are not meant to be the same. */
    private static final int MOST_TYPOS = 3;

    private final List<Setting<?>> settings;

    public KnownSettings(List<Setting<?>> settings) {
        this.settings = List.copyOf(settings);
    }

    /** What is set under the prefix of a known key without being one; each as a sentence with the likely cure. */
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

    /** The number of letters to insert, delete or replace (Levenshtein). */
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

    /** The keys for a terminal. */
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

    /** The keys as the rows of a Markdown table: key, default, what is allowed, meaning. */
    public String markdown() {
        StringBuilder rows = new StringBuilder();
        for (Setting<?> setting : settings) {
            String preset = setting.defaultText().isEmpty() ? "" : "`" + setting.defaultText() + "`";
            rows.append("| `%s` | %s | %s | %s |\n"
                    .formatted(setting.key(), preset, setting.allowed(), setting.description()));
        }
        return rows.toString();
    }
}
