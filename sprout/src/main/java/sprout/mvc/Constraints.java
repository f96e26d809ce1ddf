package sprout.mvc;

/**
 * Checks single arguments, for generated code. Each method returns the value, or throws an
 * {@link InvalidRequestException} that names the argument or its invalid fields.
 */
public final class Constraints {
    private Constraints() {}

    public static int min(String name, int value, long least) {
        return (int) min(name, (long) value, least);
    }

    public static long min(String name, long value, long least) {
        if (value < least) {
            throw InvalidRequestException.of(name, "must be greater than or equal to " + least);
        }
        return value;
    }

    public static int max(String name, int value, long greatest) {
        return (int) max(name, (long) value, greatest);
    }

    public static long max(String name, long value, long greatest) {
        if (value > greatest) {
            throw InvalidRequestException.of(name, "must be less than or equal to " + greatest);
        }
        return value;
    }

    /** Validates a value as a whole. */
    public static <T> T valid(T value) {
        Validation.require("", value);
        return value;
    }

    /**
     * Validates a record whose single component {@code value} holds an argument. Errors name the argument instead of
     * the component.
     */
    public static <T> T valid(String name, T value) {
        Validation.require(name, value);
        return value;
    }
}
