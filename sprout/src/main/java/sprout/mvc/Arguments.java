package sprout.mvc;

import io.avaje.validation.ConstraintViolation;
import io.avaje.validation.Validator;
import java.lang.reflect.Type;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import sprout.http.HttpRequest;
import sprout.http.HttpResponse;
import sprout.mvc.annotation.CodePointLength;

/** The source of a controller method's arguments, for the code that the annotation processor writes. Belongs to one request. */
public final class Arguments {
    private final HttpRequest request;
    private final HttpResponse response;
    private final List<String> names;
    private final List<String> values;
    private final Json json;

    Arguments(HttpRequest request, HttpResponse response, List<String> names, List<String> values, Json json) {
        this.request = request;
        this.response = response;
        this.names = names;
        this.values = values;
        this.json = json;
    }

    /** The request itself. */
    public HttpRequest request() {
        return request;
    }

    /** The response itself. */
    public HttpResponse response() {
        return response;
    }

    /** The value of a path variable. */
    public String path(String name) {
        return values.get(names.indexOf(name));
    }

    /** The value of a query parameter, or null. */
    public @Nullable String query(String name) {
        return request.queryParameter(name);
    }

    /** The value of a query parameter; the default stands in for an absent or empty one. */
    public String query(String name, String defaultValue) {
        String value = request.queryParameter(name);
        return value == null || value.isEmpty() ? defaultValue : value;
    }

    /** All values of a query parameter. */
    public List<String> queries(String name) {
        return request.queryParameters(name);
    }

    /** The value of a header, or null. */
    public @Nullable String header(String name) {
        return request.headers().first(name);
    }

    /** The value of a header, or the default. */
    public String header(String name, String defaultValue) {
        String value = header(name);
        return value == null ? defaultValue : value;
    }

    /**
     * The value, if there is one.
     *
     * @throws InvalidRequestException naming the argument otherwise
     */
    public static String required(String name, @Nullable String value) {
        if (value == null) {
            throw InvalidRequestException.of(name, "is required");
        }
        return value;
    }

    /** The body as an object read from JSON. */
    public Object body(Type type) {
        return json.read(request.body(), type);
    }

    /** The body as an object read from JSON, or null if it is empty. */
    public @Nullable Object bodyOrNull(Type type) {
        return request.body().length == 0 ? null : body(type);
    }

    /** The body as text. */
    public String text() {
        return Utf8.decode(request.body());
    }

    /** The value, if its constraints hold. */
    public <T> T valid(T value) {
        Set<ConstraintViolation> violations = ValidatorHolder.VALIDATOR.check(value);
        if (!violations.isEmpty()) {
            throw new InvalidRequestException(
                    "The request has invalid fields.",
                    violations.stream()
                            .map(violation -> new FieldError(violation.path(), violation.message()))
                            .sorted((a, b) -> a.field().compareTo(b.field()))
                            .toList());
        }
        return value;
    }

    /** Made by the first request that validates, because loading it would delay the start of all others. */
    private static final class ValidatorHolder {
        static final Validator VALIDATOR = Validator.builder()
                .add(CodePointLength.class, CodePointLengthCheck::new)
                .build();
    }
}
