package sprout.mvc;

import java.io.Serial;
import java.util.ArrayList;
import java.util.List;
import sprout.http.HttpException;

/** Rejects a request with status 400 and the errors of its fields. */
public final class InvalidRequestException extends HttpException {
    @Serial
    private static final long serialVersionUID = 1L;

    private final ArrayList<FieldError> errors;

    /** Describes the whole request in one sentence for people, and the errors by field. */
    public InvalidRequestException(String detail, List<FieldError> errors) {
        super(400, detail);
        this.errors = new ArrayList<>(errors);
    }

    static InvalidRequestException of(String field, String message) {
        FieldError error = new FieldError(field, message);
        return new InvalidRequestException("%s %s.".formatted(error.field(), message), List.of(error));
    }

    /** The errors by field. */
    public List<FieldError> errors() {
        return List.copyOf(errors);
    }
}
