package comparison.app;

import java.util.Optional;

/**
 * Reads the settings that may differ between variants from the environment; docs/configuration.md lists their names.
 */
final class Settings {

    private Settings() {}

    static String text(String name, String otherwise) {
        return optional(name).orElse(otherwise);
    }

    static Optional<String> optional(String name) {
        return Optional.ofNullable(System.getenv(name)).filter(value -> !value.isEmpty());
    }

    /**
     * Returns a whole number, or the given default if the variable is missing or empty.
     *
     * @throws IllegalArgumentException if it is not a whole number
     */
    static int number(String name, int otherwise) {
        try {
            return optional(name).map(Integer::valueOf).orElse(otherwise);
        } catch (NumberFormatException e) {
            throw new IllegalArgumentException(name + " is not a whole number: " + e.getMessage(), e);
        }
    }
}
