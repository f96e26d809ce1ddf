package sprout.mvc;

import java.io.Serial;
import java.util.ArrayList;
import java.util.List;
import sprout.http.HttpException;

/** A request whose values cannot be used: status 400, with what is wrong field by field. */
public final class InvalidRequestException extends HttpException {
    @Serial
    private static final long serialVersionUID = 1L;

    private final ArrayList<FieldError> errors;

    /** A detail for the whole and the errors one by one. */
    public InvalidRequestException(String detail, List<FieldError> errors) {
        super(400, detail);
        this.errors = new ArrayList<>(errors);
    }

    static InvalidRequestException of(String field, String message) {
        return new InvalidRequestException("%s %s.".formatted(field, message), List.of(new FieldError(field, message)));
    }

    /** What is wrong, field by field. */
    public List<FieldError> errors() {
        return List.copyOf(errors);
    }
}
