package sprout.mvc;

import io.avaje.validation.ConstraintViolation;
import io.avaje.validation.Validator;
import io.avaje.validation.adapter.ValidationContext;
import io.avaje.validation.adapter.ValidationRequest;
import java.io.Serial;
import java.lang.reflect.Type;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import sprout.mvc.annotation.CodePointLength;

/** Validates values with avaje-validator, whose adapters are generated at build time. Thread-safe. */
final class Validation {
    private static final String COMPONENT = "value";

    /**
     * Limits the errors in a response: more do not help, and a client may send hundreds of thousands of invalid
     * elements.
     */
    private static final int MAX_ERRORS = 100;

    /**
     * Limits the length of a map key in an error. Clients choose keys of any length, and every error below repeats
     * them.
     */
    private static final int LONGEST_KEY = 100;

    private Validation() {}

    /**
     * Returns if all constraints hold.
     *
     * @param name the argument that is the component {@code value} of the object; empty if the object is validated as a
     *     whole
     * @throws InvalidRequestException with the violations, sorted by field; validation stops after the first 100
     */
    static void require(String name, @Nullable Object value) {
        List<FieldError> errors = new ArrayList<>();
        boolean all = true;
        try {
            check(value, "", errors);
        } catch (EnoughException e) {
            all = false;
        }
        if (!errors.isEmpty()) {
            throw new InvalidRequestException(
                    all
                            ? "The request has invalid fields."
                            : "The request has more than %d invalid fields; the first of them are named."
                                    .formatted(MAX_ERRORS),
                    errors.stream()
                            .map(error -> new FieldError(renamed(name, error.field()), error.message()))
                            .sorted(Comparator.comparing(FieldError::field).thenComparing(FieldError::message))
                            .toList());
        }
    }

    /**
     * Validates a value and its elements, because the validator handles only objects.
     *
     * @throws EnoughException if there are more errors than are reported
     */
    private static void check(@Nullable Object value, String path, List<FieldError> errors) {
        switch (value) {
            case null -> {}
            case Collection<?> elements -> {
                int index = 0;
                for (Object element : elements) {
                    check(element, path + "[" + index++ + "]", errors);
                }
            }
            case Map<?, ?> entries ->
                entries.forEach(
                        (key, element) -> check(element, path + "[" + shortened(String.valueOf(key)) + "]", errors));
            default -> checkObject(value, path, errors);
        }
    }

    private static void checkObject(Object value, String path, List<FieldError> errors) {
        ValidationContext context = ValidatorHolder.VALIDATOR.context();
        LimitedRequest request = new LimitedRequest(context.request(null, List.of()), MAX_ERRORS - errors.size());
        try {
            context.<Object>adapter((Type) value.getClass()).validate(value, request);
        } finally {
            for (ConstraintViolation violation : request.violations()) {
                String field = path.isEmpty() ? "" : path + ".";
                errors.add(new FieldError(field + normalized(violation.path()), violation.message()));
            }
        }
    }

    private static String shortened(String key) {
        return key.length() <= LONGEST_KEY ? key : key.substring(0, LONGEST_KEY) + "...";
    }

    /** Normalizes the path of an element: the validator writes {@code list.[1} for one in a list of scalars. */
    private static String normalized(String path) {
        return path.indexOf('[') < 0 ? path : path.replaceAll("\\.?\\[(\\d+)]?", "[$1]");
    }

    private static String renamed(String name, String field) {
        return !name.isEmpty() && field.startsWith(COMPONENT) ? name + field.substring(COMPONENT.length()) : field;
    }

    /** Stops a validation that found more errors than are reported. It is expected, so it has no stack trace. */
    private static final class EnoughException extends RuntimeException {
        @Serial
        private static final long serialVersionUID = 1L;

        EnoughException() {
            super("", null, false, false);
        }
    }

    /** Collects a limited number of violations and stops the validation at the next one. */
    private record LimitedRequest(ValidationRequest all, int most) implements ValidationRequest {
        @Override
        public void addViolation(ValidationContext.Message message, String field) {
            if (all.violations().size() == most) {
                throw new EnoughException();
            }
            all.addViolation(message, field);
        }

        @Override
        public void pushPath(String part) {
            all.pushPath(shortened(part));
        }

        @Override
        public void popPath() {
            all.popPath();
        }

        @Override
        public List<Class<?>> groups() {
            return all.groups();
        }

        @Override
        public Set<ConstraintViolation> violations() {
            return all.violations();
        }

        @Override
        public boolean hasViolations() {
            return all.hasViolations();
        }

        @Override
        public void throwWithViolations() {
            all.throwWithViolations();
        }
    }

    /** Creates the validator at the first validation, because loading it at start would delay the start. */
    private static final class ValidatorHolder {
        static final Validator VALIDATOR = Validator.builder()
                .add(CodePointLength.class, CodePointLengthCheck::new)
                .build();
    }
}
