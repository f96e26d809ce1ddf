package sprout.mvc;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import sprout.config.AppConfig;
import sprout.config.ConfigException;
import sprout.config.Setting;

/**
 * Lists the origins (RFC 6454) that a setting trusts, or all origins. Immutable.
 *
 * @param named the origins in lower case; a single {@code *} stands for all
 */
public record Origins(List<String> named) {
    private static final List<String> ANY = List.of("*");
    private static final String ORIGIN = "[a-z][a-z0-9+.-]*://[^/?#@\\s]+";

    /** Copies the list. */
    public Origins {
        named = List.copyOf(named);
    }

    /**
     * Reads the origins of a setting; none if it is not set.
     *
     * @throws ConfigException if a value is not a valid origin
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

    /** Whether no origin is trusted. */
    public boolean isEmpty() {
        return named.isEmpty();
    }

    /** Whether all origins are trusted. */
    public boolean any() {
        return named.equals(ANY);
    }

    /**
     * Whether this origin is trusted.
     *
     * @param origin the value of the {@code Origin} header, which browsers send in lower case
     */
    public boolean allow(String origin) {
        return any() || named.contains(origin);
    }
}
