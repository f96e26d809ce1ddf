package sprout.config;

import sprout.config.AppConfig.Lookup;

/**
 * Replaces <code>${NAME}</code> and <code>${NAME:default}</code>. The value of the name and the default may contain
 * further placeholders.
 */
final class Placeholders {
    /** More than any valid file nests; only a value that refers to itself reaches it. */
    private static final int MAX_DEPTH = 20;

    private final String key;
    private final Lookup lookup;

    private Placeholders(String key, Lookup lookup) {
        this.key = key;
        this.lookup = lookup;
    }

    static String resolve(String key, String value, Lookup lookup) {
        return value.contains("${") ? new Placeholders(key, lookup).resolve(value, 0) : value;
    }

    private String resolve(String value, int depth) {
        if (depth > MAX_DEPTH) {
            throw new ConfigException(key + " refers to itself through its ${...} placeholders");
        }
        StringBuilder out = new StringBuilder();
        int from = 0;
        for (int open = value.indexOf("${"); open >= 0; open = value.indexOf("${", from)) {
            int close = closing(value, open + 2);
            out.append(value, from, open).append(replacement(value.substring(open + 2, close), depth));
            from = close + 1;
        }
        return out.append(value.substring(from)).toString();
    }

    private int closing(String value, int from) {
        int nested = 0;
        for (int i = from; i < value.length(); i++) {
            if (value.startsWith("${", i)) {
                nested++;
            } else if (value.charAt(i) == '}' && nested-- == 0) {
                return i;
            }
        }
        throw new ConfigException("%s is '%s', where a ${ has no }".formatted(key, value));
    }

    private String replacement(String reference, int depth) {
        int colon = reference.indexOf(':');
        String name = colon < 0 ? reference : reference.substring(0, colon);
        String found = lookup.find(name);
        if (found == null && colon < 0) {
            throw new ConfigException("%s needs ${%s}, which is not set: set it, or give a default as ${%s:value}"
                    .formatted(key, name, name));
        }
        return resolve(found != null ? found : reference.substring(colon + 1), depth + 1);
    }
}
