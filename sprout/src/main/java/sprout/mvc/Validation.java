package sprout.mvc;

import io.avaje.validation.ConstraintViolation;
import io.avaje.validation.Validator;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import sprout.mvc.annotation.CodePointLength;

/** Checks the constraints of values by avaje-validator, whose adapters were written at build time. */
final class Validation {
    private static final String COMPONENT = "value";

    private Validation() {}

    /**
     * Returns if all constraints hold.
     *
     * @param name of the argument whose value is the component {@code value} of the object; empty for an object of its own
     * @throws InvalidRequestException with every one that does not, sorted by field
     */
    static void require(String name, @Nullable Object value) {
        List<FieldError> errors = new ArrayList<>();
        check(value, "", errors);
        if (!errors.isEmpty()) {
            throw new InvalidRequestException(
                    "The request has invalid fields.",
                    errors.stream()
                            .map(error -> new FieldError(renamed(name, error.field()), error.message()))
                            .sorted(Comparator.comparing(FieldError::field).thenComparing(FieldError::message))
                            .toList());
        }
    }

    /** Elements are looked at here, because the validator knows only objects. */
    private static void check(@Nullable Object value, String path, List<FieldError> errors) {
        switch (value) {
            case null -> {}
            case Collection<?> elements -> {
                int index = 0;
                for (Object element : elements) {
                    check(element, path + "[" + index++ + "]", errors);
                }
            }
            case Map<?, ?> entries -> entries.forEach((key, element) -> check(element, path + "[" + key + "]", errors));
            default -> {
                for (ConstraintViolation violation : ValidatorHolder.VALIDATOR.check(value)) {
                    String field = path.isEmpty() ? "" : path + ".";
                    errors.add(new FieldError(field + normalized(violation.path()), violation.message()));
                }
            }
        }
    }

    /** The validator writes the place in a list of scalars as {@code list.[1}. */
    private static String normalized(String path) {
        return path.indexOf('[') < 0 ? path : path.replaceAll("\\.?\\[(\\d+)]?", "[$1]");
    }

    private static String renamed(String name, String field) {
        return !name.isEmpty() && field.startsWith(COMPONENT) ? name + field.substring(COMPONENT.length()) : field;
    }

    /** Made by the first request that validates, because loading it would delay the start of all others. */
    private static final class ValidatorHolder {
        static final Validator VALIDATOR = Validator.builder()
                .add(CodePointLength.class, CodePointLengthCheck::new)
                .build();
    }
}
