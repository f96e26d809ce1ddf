package comparison.app;

import io.helidon.http.BadRequestException;
import java.util.List;

/** Thrown if a request has invalid fields. */
class InvalidException extends BadRequestException {

    private static final long serialVersionUID = 1L;

    private final transient List<Field> fields;

    InvalidException(List<Field> fields) {
        super("Invalid request content");
        this.fields = List.copyOf(fields);
    }

    List<Field> fields() {
        return fields;
    }

    record Field(String field, String message) {}
}
