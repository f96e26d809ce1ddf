package sprout.mvc;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.lang.reflect.Type;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import sprout.http.HttpException;
import sprout.http.HttpRequest;
import sprout.http.HttpResponse;
import sprout.http.Utf8;

/**
 * Provides the arguments of one call of a controller method, for generated code. Not thread-safe: it belongs to one
 * request. {@link #close} deletes the temporary files of a form.
 */
public final class Arguments implements AutoCloseable {
    private static final int UNLIMITED = Integer.MAX_VALUE;

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

    public HttpRequest request() {
        return request;
    }

    public HttpResponse response() {
        return response;
    }

    public Preconditions preconditions() {
        return new Preconditions(request);
    }

    /** The decoded value of a path variable. */
    public String path(String name) {
        return values.get(names.indexOf(name));
    }

    /** The first value of a query parameter; without one, of a form field; null if there is neither. */
    public @Nullable String query(String name) {
        String value = request.queryParameter(name);
        return value == null ? textPart(name) : value;
    }

    /**
     * All values of a query parameter and of a form field. A single value is split at commas.
     *
     * @throws HttpException with status 413 if it has more elements than a form may have fields
     */
    public List<String> queries(String name) {
        List<String> values = new ArrayList<>(request.queryParameters(name));
        values.addAll(form().fields(name));
        return split(values);
    }

    private List<String> split(List<String> values) {
        return values.size() == 1 ? elements(values.getFirst(), formLimits.fields()) : values;
    }

    /** The first value of a query parameter; without one, of a URL-encoded form, whose bytes the body keeps; or null. */
    public @Nullable String field(String name) {
        return Form.isMultipart(request) ? parameter(name) : query(name);
    }

    /** All values of a query parameter and of a URL-encoded form. A single value is split at commas. */
    public List<String> fields(String name) {
        return Form.isMultipart(request) ? parameters(name) : queries(name);
    }

    /** The first value of a query parameter, or null. */
    public @Nullable String parameter(String name) {
        return request.queryParameter(name);
    }

    /** All values of a query parameter. A single value is split at commas. */
    public List<String> parameters(String name) {
        return split(request.queryParameters(name));
    }

    /** The first value of a header, or null. */
    public @Nullable String header(String name) {
        return request.headers().first(name);
    }

    /** The elements of all headers of a name. */
    public List<String> headers(String name) {
        return request.headers().elements(name);
    }

    /** The value of the first cookie of a name, or null. */
    public @Nullable String cookie(String name) {
        return Cookies.value(request.headers().all("Cookie"), name);
    }

    /** Splits the value of a cookie at commas. Empty elements are dropped. */
    public List<String> cookies(String name) {
        return elements(orDefault(cookie(name), ""), UNLIMITED);
    }

    /** The value, or the default if it is absent or empty. */
    public static String orDefault(@Nullable String value, String defaultValue) {
        return value == null || value.isEmpty() ? defaultValue : value;
    }

    /** The values, or the default split at commas if the list is empty. */
    public static List<String> orDefault(List<String> values, String defaultValue) {
        return values.isEmpty() ? elements(defaultValue, UNLIMITED) : values;
    }

    /** @param most number of elements; each takes much more memory than the client has sent for it */
    private static List<String> elements(String list, int most) {
        List<String> elements = new ArrayList<>();
        for (int from = 0; from <= list.length(); ) {
            int comma = list.indexOf(',', from);
            int to = comma < 0 ? list.length() : comma;
            String element = list.substring(from, to).strip();
            if (!element.isEmpty()) {
                if (elements.size() >= most) {
                    throw new HttpException(413, "A list may have at most %d elements.".formatted(most));
                }
                elements.add(element);
            }
            from = to + 1;
        }
        return elements;
    }

    /**
     * The first file of a form with this name.
     *
     * @throws InvalidRequestException naming the argument if the form does not have it
     */
    public MultipartFile file(String name) {
        return required(name, fileOrNull(name));
    }

    /** The first file of a form with this name, or null. */
    public @Nullable MultipartFile fileOrNull(String name) {
        List<MultipartFile> files = files(name);
        return files.isEmpty() ? null : files.getFirst();
    }

    /** All files of a form with this name. */
    public List<MultipartFile> files(String name) {
        return form().files(name);
    }

    /** The text of the first part of a form with this name that is not a file; null if it is absent. */
    public @Nullable String textPart(String name) {
        List<String> fields = form().fields(name);
        return fields.isEmpty() ? null : fields.getFirst();
    }

    /**
     * Reads a part of a form from JSON.
     *
     * @throws InvalidRequestException naming the argument if there is no such part
     */
    public Object part(String name, Type type) {
        return required(name, partOrNull(name, type));
    }

    /** Reads a part of a form from JSON; null if there is no such part. */
    public @Nullable Object partOrNull(String name, Type type) {
        try {
            MultipartFile file = fileOrNull(name);
            List<String> fields = form().fields(name);
            if (file == null && fields.isEmpty()) {
                return null;
            }
            return json.read(file == null ? fields.getFirst().getBytes(UTF_8) : file.bytes(), type);
        } catch (IOException e) {
            throw new HttpException(500, "A part of the form cannot be read.", e);
        }
    }

    private Form form() {
        Form known = form;
        if (known == null) {
            known = Form.of(request, this::requireUncoded, formLimits);
            form = known;
        }
        return known;
    }

    /**
     * Requires a value.
     *
     * @throws InvalidRequestException naming the argument if the value is null
     */
    public static <T> T required(String name, @Nullable T value) {
        if (value == null) {
            throw InvalidRequestException.of(name, "is required");
        }
        return value;
    }

    /**
     * Reads the body from JSON.
     *
     * @throws HttpException with status 400 if it is empty or not JSON of this type, 415 if its charset is not UTF-8 or
     *     it has a content coding
     */
    public Object body(Type type) {
        requireUtf8();
        return json.read(request.body(), type);
    }

    /** Reads the body from JSON like {@link #body}; null if it is empty. */
    public @Nullable Object bodyOrNull(Type type) {
        return request.body().length == 0 ? null : body(type);
    }

    /**
     * Decodes the body as UTF-8.
     *
     * @throws HttpException with status 400 if it is not valid UTF-8, 415 if its declared charset is not UTF-8 or it has
     *     a content coding
     */
    public String text() {
        requireUtf8();
        return Utf8.decode(request.body());
    }

    /**
     * Decodes the body like {@link #text}.
     *
     * @throws HttpException also with status 400 if it is empty
     */
    public String requiredText() {
        requireBody();
        return text();
    }

    /** The body as sent, in its content coding. */
    public byte[] bytes() {
        return request.body();
    }

    /**
     * The body as sent, in its content coding.
     *
     * @throws HttpException with status 400 if it is empty
     */
    public byte[] requiredBytes() {
        requireBody();
        return bytes();
    }

    private void requireBody() {
        if (request.body().length == 0) {
            throw new HttpException(400, "The request needs a body, but has none.");
        }
    }

    /** Rejects other charsets with 415 (RFC 9110 section 15.5.16); otherwise the text would be misread. */
    private void requireUtf8() {
        requireUncoded();
        String type = request.headers().first("Content-Type");
        if (type != null && type.indexOf(';') >= 0) {
            String charset = HeaderParameters.of(type).get("charset");
            if (charset != null && !MediaTypes.isUtf8(charset)) {
                throw new HttpException(415, "The charset of the body must be UTF-8.");
            }
        }
    }

    /** Rejects content with a coding such as gzip with 415, and says that none is supported (RFC 9110 section 12.5.3). */
    private void requireUncoded() {
        for (String coding : request.headers().elements("Content-Encoding")) {
            if (!coding.equalsIgnoreCase("identity") && EndpointCall.hasContent(request.headers())) {
                response.header("Accept-Encoding", "identity");
                throw new HttpException(415, "The content must not have a Content-Encoding.");
            }
        }
    }

    /** Deletes the temporary files of a form. */
    @Override
    public void close() {
        if (form != null) {
            form.close();
        }
    }
}
