package sprout.mvc;

import java.io.IOException;
import java.lang.reflect.Type;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import sprout.http.HttpException;
import sprout.http.HttpRequest;
import sprout.http.HttpResponse;

/**
 * The source of a controller method's arguments, for the code that the annotation processor writes. Belongs to one request, and
 * is closed at its end to remove the temporary files of a form.
 */
public final class Arguments implements AutoCloseable {
    private final HttpRequest request;
    private final HttpResponse response;
    private final List<String> names;
    private final List<String> values;
    private final Json json;
    private final FormLimits formLimits;
    private @Nullable Form form;

    Arguments(
            HttpRequest request,
            HttpResponse response,
            List<String> names,
            List<String> values,
            Json json,
            FormLimits formLimits) {
        this.request = request;
        this.response = response;
        this.names = names;
        this.values = values;
        this.json = json;
        this.formLimits = formLimits;
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

    /** The value of a query parameter, or of a form's field if there is none; null if there is neither. */
    public @Nullable String query(String name) {
        String value = request.queryParameter(name);
        if (value == null) {
            List<String> fields = form().fields(name);
            return fields.isEmpty() ? null : fields.getFirst();
        }
        return value;
    }

    /** The value of a query parameter or a form's field; the default stands in for an absent or empty one. */
    public String query(String name, String defaultValue) {
        return orDefault(query(name), defaultValue);
    }

    /** All values of a query parameter and of a form's field; a single one is split at commas. */
    public List<String> queries(String name) {
        List<String> values = new ArrayList<>(request.queryParameters(name));
        values.addAll(form().fields(name));
        return values.size() == 1 ? elements(values) : values;
    }

    /** The same; the default, split at commas, stands in for none. */
    public List<String> queries(String name, String defaultValue) {
        List<String> values = queries(name);
        return values.isEmpty() ? elements(List.of(defaultValue)) : values;
    }

    /** The value of a header, or null. */
    public @Nullable String header(String name) {
        return request.headers().first(name);
    }

    /** The value of a header; the default stands in for an absent or empty one. */
    public String header(String name, String defaultValue) {
        return orDefault(header(name), defaultValue);
    }

    /** The elements of all headers of a name, which are lists separated by commas (RFC 9110 section 5.6.1). */
    public List<String> headers(String name) {
        return elements(request.headers().all(name));
    }

    /** The same; the default, split at commas, stands in for none. */
    public List<String> headers(String name, String defaultValue) {
        List<String> values = headers(name);
        return values.isEmpty() ? elements(List.of(defaultValue)) : values;
    }

    /** The value of a cookie, or null. */
    public @Nullable String cookie(String name) {
        return Cookies.value(request.headers().all("Cookie"), name);
    }

    /** The value of a cookie; the default stands in for an absent or empty one. */
    public String cookie(String name, String defaultValue) {
        return orDefault(cookie(name), defaultValue);
    }

    private static String orDefault(@Nullable String value, String defaultValue) {
        return value == null || value.isEmpty() ? defaultValue : value;
    }

    /** The elements of a cookie's value. */
    public List<String> cookies(String name) {
        return cookies(name, "");
    }

    /** The same; the default stands in for an absent or empty cookie. */
    public List<String> cookies(String name, String defaultValue) {
        return elements(List.of(cookie(name, defaultValue)));
    }

    private static List<String> elements(List<String> lists) {
        List<String> elements = new ArrayList<>();
        for (String list : lists) {
            for (String element : list.split(",", -1)) {
                if (!element.isBlank()) {
                    elements.add(element.strip());
                }
            }
        }
        return elements;
    }

    /** A file of a form; {@link InvalidRequestException} names it if it is missing. */
    public MultipartFile file(String name) {
        return required(name, fileOrNull(name));
    }

    /** A file of a form, or null. */
    public @Nullable MultipartFile fileOrNull(String name) {
        List<MultipartFile> files = files(name);
        return files.isEmpty() ? null : files.getFirst();
    }

    /** All files of a form that have this name. */
    public List<MultipartFile> files(String name) {
        return form().files(name);
    }

    /** A part of a form as an object read from JSON. */
    public Object part(String name, Type type) {
        return required(name, partOrNull(name, type));
    }

    /** A part of a form as an object read from JSON, or null if there is none. */
    public @Nullable Object partOrNull(String name, Type type) {
        try {
            MultipartFile file = fileOrNull(name);
            List<String> fields = form().fields(name);
            if (file == null && fields.isEmpty()) {
                return null;
            }
            return json.read(file == null ? Utf8.encode(fields.getFirst()) : file.bytes(), type);
        } catch (IOException e) {
            throw new HttpException(500, "A part of the form cannot be read.", e);
        }
    }

    private Form form() {
        Form known = form;
        if (known == null) {
            known = Form.of(request, formLimits);
            form = known;
        }
        return known;
    }

    /**
     * The value, if there is one.
     *
     * @throws InvalidRequestException naming the argument otherwise
     */
    public static <T> T required(String name, @Nullable T value) {
        if (value == null) {
            throw InvalidRequestException.of(name, "is required");
        }
        return value;
    }

    /** The body as an object read from JSON. */
    public Object body(Type type) {
        requireUtf8();
        return json.read(request.body(), type);
    }

    /** The body as an object read from JSON, or null if it is empty. */
    public @Nullable Object bodyOrNull(Type type) {
        return request.body().length == 0 ? null : body(type);
    }

    /** The body as text. */
    public String text() {
        requireUtf8();
        return Utf8.decode(request.body());
    }

    /** The body as text, which must not be empty. */
    public String requiredText() {
        requireBody();
        return text();
    }

    /** The body as it is. */
    public byte[] bytes() {
        return request.body();
    }

    /** The body as it is, which must not be empty. */
    public byte[] requiredBytes() {
        requireBody();
        return bytes();
    }

    private void requireBody() {
        if (request.body().length == 0) {
            throw new HttpException(400, "The request needs a body, but has none.");
        }
    }

    /** Text is UTF-8 or refused, instead of being misread (RFC 9110 section 15.5.16 names no other charset to try). */
    private void requireUtf8() {
        String type = request.headers().first("Content-Type");
        if (type != null && type.indexOf(';') >= 0) {
            String charset = HeaderParameters.of(type).get("charset");
            if (charset != null && !MediaTypes.isUtf8(charset)) {
                throw new HttpException(415, "The charset of the body must be UTF-8.");
            }
        }
    }

    /** The value, if its constraints hold. */
    public <T> T valid(T value) {
        Validation.require("", value);
        return value;
    }

    /** The value, if its constraints hold; errors of its one component {@code value} are those of an argument of this name. */
    public <T> T valid(String name, T value) {
        Validation.require(name, value);
        return value;
    }

    /** Removes the temporary files of a form. */
    @Override
    public void close() {
        if (form != null) {
            form.close();
        }
    }
}
