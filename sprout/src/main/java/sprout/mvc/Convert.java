package sprout.mvc;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.time.DateTimeException;
import java.util.Arrays;
import java.util.Collections;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Converts texts to the types of arguments, for generated code. A text that cannot be converted is answered with 400:
 * the conversion throws an {@link InvalidRequestException} that names the argument.
 */
public final class Convert {
    private static final int MAX_NUMBER_LENGTH = 1000;
    private static final int MAX_SCALE = 9999;

    private Convert() {}

    public static int toInt(String name, String text) {
        return (int) number(name, text, Integer.MIN_VALUE, Integer.MAX_VALUE);
    }

    public static long toLong(String name, String text) {
        return number(name, text, Long.MIN_VALUE, Long.MAX_VALUE);
    }

    public static short toShort(String name, String text) {
        return (short) number(name, text, Short.MIN_VALUE, Short.MAX_VALUE);
    }

    public static byte toByte(String name, String text) {
        return (byte) number(name, text, Byte.MIN_VALUE, Byte.MAX_VALUE);
    }

    public static double toDouble(String name, String text) {
        return finite(name, parse(name, text, Double::valueOf, "a number"), Double.MAX_VALUE);
    }

    public static float toFloat(String name, String text) {
        return (float) finite(name, parse(name, text, Double::valueOf, "a number"), Float.MAX_VALUE);
    }

    private static double finite(String name, double number, double greatest) {
        if (!(Math.abs(number) <= greatest)) {
            throw InvalidRequestException.of(name, "must be a number from %s to %s".formatted(-greatest, greatest));
        }
        return number;
    }

    public static BigDecimal toDecimal(String name, String text) {
        BigDecimal number = parse(name, bounded(name, text), BigDecimal::new, "a number");
        // A small text with a large exponent makes later calculations expensive. JsonSyntax limits the exponent
        // similarly.
        if (Math.abs((long) number.scale()) > MAX_SCALE) {
            throw InvalidRequestException.of(name, "must have an exponent from -%d to %1$d".formatted(MAX_SCALE));
        }
        return number;
    }

    public static BigInteger toBigInteger(String name, String text) {
        return parse(name, bounded(name, text), BigInteger::new, "a whole number");
    }

    /** Limits the length, because the time to convert digits grows faster than their number. */
    private static String bounded(String name, String text) {
        if (text.length() > MAX_NUMBER_LENGTH) {
            throw InvalidRequestException.of(name, "must have at most %d digits".formatted(MAX_NUMBER_LENGTH));
        }
        return text;
    }

    public static char toChar(String name, String text) {
        if (text.length() != 1) {
            throw InvalidRequestException.of(name, "must be one character");
        }
        return text.charAt(0);
    }

    public static boolean toBoolean(String name, String text) {
        return switch (text.toLowerCase(Locale.ROOT)) {
            case "true" -> true;
            case "false" -> false;
            default -> throw InvalidRequestException.of(name, "must be true or false");
        };
    }

    public static UUID toUuid(String name, String text) {
        return parse(name, text, UUID::fromString, "a UUID");
    }

    /** Converts to a constant of an enum; the text must be its exact name. */
    public static <E extends Enum<E>> E toEnum(String name, String text, Class<E> type) {
        for (E constant : type.getEnumConstants()) {
            if (constant.name().equals(text)) {
                return constant;
            }
        }
        throw InvalidRequestException.of(
                name,
                "must be one of "
                        + Arrays.stream(type.getEnumConstants()).map(Enum::name).collect(Collectors.joining(", ")));
    }

    /**
     * Converts with a factory method, for example {@code LocalDate::parse}.
     *
     * @param parser must throw {@link IllegalArgumentException} or {@link DateTimeException} for an invalid text
     * @param description what the text must be, for the error, for example {@code a number}
     */
    public static <T> T parse(String name, String text, Function<String, T> parser, String description) {
        try {
            return parser.apply(text);
        } catch (IllegalArgumentException | DateTimeException e) {
            throw InvalidRequestException.of(name, "must be " + description);
        }
    }

    /** Converts each text. */
    public static <T> List<T> list(List<String> texts, Function<String, T> converter) {
        return texts.stream().map(converter).toList();
    }

    /** Converts each text. Equal values are kept once, in the order of their first occurrence. */
    public static <T> Set<T> set(List<String> texts, Function<String, T> converter) {
        return Collections.unmodifiableSet(new LinkedHashSet<>(list(texts, converter)));
    }

    /** Converts a text; empty if it is null or empty. */
    public static <T> Optional<T> optional(@Nullable String text, Function<String, T> converter) {
        return Optional.ofNullable(orNull(text, converter));
    }

    /** Converts a text; null if it is null or empty. */
    public static <T> @Nullable T orNull(@Nullable String text, Function<String, T> converter) {
        return text == null || text.isEmpty() ? null : converter.apply(text);
    }

    private static long number(String name, String text, long min, long max) {
        try {
            long number = Long.parseLong(text);
            if (number >= min && number <= max) {
                return number;
            }
        } catch (NumberFormatException e) {
            // Rejected below, like a number out of range.
        }
        throw InvalidRequestException.of(name, "must be a whole number from %d to %d".formatted(min, max));
    }
}
