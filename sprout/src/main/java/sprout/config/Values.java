package sprout.config;

import java.time.Duration;
import java.time.format.DateTimeParseException;
import java.util.Arrays;
import java.util.Locale;
import java.util.stream.Collectors;

/** Turns the text of one setting into a type, or says what is wrong with it. */
final class Values {
    private static final String DURATION = "a time span such as 500ms, 30s, 2m, 1h or PT30S";

    private Values() {}

    static boolean bool(String key, String value) {
        return switch (value.toLowerCase(Locale.ROOT)) {
            case "true" -> true;
            case "false" -> false;
            default -> throw ConfigException.invalid(key, value, "true or false");
        };
    }

    static long number(String key, String value, long min, long max) {
        try {
            long number = Long.parseLong(value.replace("_", ""));
            if (number >= min && number <= max) {
                return number;
            }
        } catch (NumberFormatException e) {
            // Falls through to the same message as a number out of range, which says all that is allowed.
        }
        throw ConfigException.invalid(key, value, "a whole number from %d to %d".formatted(min, max));
    }

    static Duration duration(String key, String value) {
        try {
            Duration duration = value.startsWith("P") ? Duration.parse(value) : shortDuration(value);
            if (!duration.isNegative()) {
                return duration;
            }
        } catch (DateTimeParseException | ArithmeticException | NumberFormatException e) {
            // Falls through to the message that says all that is allowed.
        }
        throw ConfigException.invalid(key, value, DURATION);
    }

    private static Duration shortDuration(String value) {
        int unitAt = 0;
        while (unitAt < value.length() && Character.isDigit(value.charAt(unitAt))) {
            unitAt++;
        }
        long amount = Long.parseLong(value.substring(0, unitAt));
        return switch (value.substring(unitAt).strip()) {
            case "ms" -> Duration.ofMillis(amount);
            case "s" -> Duration.ofSeconds(amount);
            case "m" -> Duration.ofMinutes(amount);
            case "h" -> Duration.ofHours(amount);
            default -> throw new NumberFormatException("no unit");
        };
    }

    static <E extends Enum<E>> E choice(String key, String value, Class<E> type) {
        String wanted = value.replace('-', '_').toUpperCase(Locale.ROOT);
        for (E constant : type.getEnumConstants()) {
            if (constant.name().equals(wanted)) {
                return constant;
            }
        }
        throw ConfigException.invalid(key, value, "one of " + spellings(type));
    }

    private static String spellings(Class<? extends Enum<?>> type) {
        return Arrays.stream(type.getEnumConstants())
                .map(constant -> constant.name().toLowerCase(Locale.ROOT).replace('_', '-'))
                .collect(Collectors.joining(", "));
    }
}
