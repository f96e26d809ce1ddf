package sprout.config;

import java.time.Duration;
import java.time.format.DateTimeParseException;
import java.util.Locale;

/**
 * Parses the text of one setting. If it is not valid, throws an {@link IllegalArgumentException} whose message says
 * what is allowed.
 */
final class Values {
    private static final String DURATION = "a time span such as 500ms, 30s, 2m, 1h or PT30S";

    private Values() {}

    static boolean bool(String value) {
        return switch (value.toLowerCase(Locale.ROOT)) {
            case "true" -> true;
            case "false" -> false;
            default -> throw new IllegalArgumentException("true or false");
        };
    }

    static long number(String value, long min, long max) {
        try {
            long number = Long.parseLong(value.replace("_", ""));
            if (number >= min && number <= max) {
                return number;
            }
        } catch (NumberFormatException e) {
            // Falls through to the message for numbers out of range, which names all that is allowed.
        }
        throw new IllegalArgumentException("a whole number from %d to %d".formatted(min, max));
    }

    static DataSize size(String value, long min, long max) {
        try {
            int unitAt = unitAt(value);
            long bytes = Math.multiplyExact(
                    Long.parseLong(value.substring(0, unitAt)),
                    bytesOf(value.substring(unitAt).strip().toUpperCase(Locale.ROOT)));
            if (bytes >= min && bytes <= max) {
                return new DataSize(bytes);
            }
        } catch (ArithmeticException | NumberFormatException e) {
            // Falls through to the message that says all that is allowed.
        }
        throw new IllegalArgumentException(
                "a number of bytes from %d to %d, such as 512, 64KB, 10MB or 1GB".formatted(min, max));
    }

    private static long bytesOf(String unit) {
        return switch (unit) {
            case "", "B" -> 1;
            case "KB" -> 1 << 10;
            case "MB" -> 1 << 20;
            case "GB" -> 1 << 30;
            default -> throw new NumberFormatException("no unit");
        };
    }

    static Duration duration(String value) {
        try {
            Duration duration = value.startsWith("P") ? Duration.parse(value) : shortDuration(value);
            if (!duration.isNegative()) {
                return duration;
            }
        } catch (DateTimeParseException | ArithmeticException | NumberFormatException e) {
            // Falls through to the message that says all that is allowed.
        }
        throw new IllegalArgumentException(DURATION);
    }

    static Duration duration(String value, Duration min, Duration max) {
        Duration duration = duration(value);
        if (duration.compareTo(min) < 0 || duration.compareTo(max) > 0) {
            throw new IllegalArgumentException("%s from %s to %s".formatted(DURATION, shown(min), shown(max)));
        }
        return duration;
    }

    private static String shown(Duration duration) {
        return duration.toMillis() % 1000 == 0 ? duration.toSeconds() + "s" : duration.toMillis() + "ms";
    }

    private static Duration shortDuration(String value) {
        int unitAt = unitAt(value);
        long amount = Long.parseLong(value.substring(0, unitAt));
        return switch (value.substring(unitAt).strip()) {
            case "ms" -> Duration.ofMillis(amount);
            case "s" -> Duration.ofSeconds(amount);
            case "m" -> Duration.ofMinutes(amount);
            case "h" -> Duration.ofHours(amount);
            default -> throw new NumberFormatException("no unit");
        };
    }

    private static int unitAt(String value) {
        int unitAt = 0;
        while (unitAt < value.length() && Character.isDigit(value.charAt(unitAt))) {
            unitAt++;
        }
        return unitAt;
    }

    static <E extends Enum<E>> E choice(String value, Class<E> type) {
        String wanted = value.replace('-', '_');
        for (E constant : type.getEnumConstants()) {
            if (constant.name().equalsIgnoreCase(wanted)) {
                return constant;
            }
        }
        throw new IllegalArgumentException("one of " + spellings(type));
    }

    static String spellings(Class<? extends Enum<?>> type) {
        StringBuilder spellings = new StringBuilder();
        for (Enum<?> constant : type.getEnumConstants()) {
            spellings
                    .append(spellings.isEmpty() ? "" : ", ")
                    .append(constant.name().toLowerCase(Locale.ROOT).replace('_', '-'));
        }
        return spellings.toString();
    }
}
