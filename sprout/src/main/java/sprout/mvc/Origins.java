package sprout.mvc;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import sprout.config.AppConfig;
import sprout.config.ConfigException;
import sprout.config.Setting;

/**
 * The origins (RFC 6454) whose pages an application trusts with something: those that a setting names, or all. Immutable.
 *
 * @param named in small letters; {@code *} alone stands for all
 */
public record Origins(List<String> named) {
    private static final List<String> ANY = List.of("*");
    private static final String ORIGIN = "[a-z][a-z0-9+.-]*://[^/?#@\\s]+";

    /** Keeps its own copy of the list. */
    public Origins {
        named = List.copyOf(named);
    }

    /**
     * Those of a setting; none unless it is set.
     *
     * @throws ConfigException if one is no origin
     */
    public static Origins of(AppConfig config, Setting<List<String>> setting) {
        List<String> origins = new ArrayList<>();
        for (String text : config.get(setting)) {
            origins.add(text.toLowerCase(Locale.ROOT));
        }
        for (String origin : origins) {
            if (!origin.matches(ORIGIN) && !origins.equals(ANY)) {
                throw new ConfigException(
                        "%s has '%s', but must be * alone or origins such as https://example.org, without a path"
                                .formatted(setting.key(), origin));
            }
        }
        return new Origins(origins);
    }

    /** Whether there is none. */
    public boolean isEmpty() {
        return named.isEmpty();
    }

    /** Whether all are meant. */
    public boolean any() {
        return named.equals(ANY);
    }

    /** Whether this one, as a browser sends it, is meant. */
    public boolean allow(String origin) {
        return any() || named.contains(origin);
    }
}
