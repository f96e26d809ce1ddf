package sprout.mvc;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.slf4j.LoggerFactory;
import sprout.http.HttpException;
import sprout.http.HttpRequest;
import sprout.http.PercentEncoding;

/**
 * Holds the fields and files of a URL-encoded or multipart form. Closing it deletes the temporary files. Not
 * thread-safe.
 */
final class Form implements AutoCloseable {
    static final Form EMPTY = new Form();
    /** Methods whose content must not change what a request means (RFC 9110 sections 9.3.1, 9.3.2 and 9.3.5). */
    private static final Set<String> WITHOUT_FORM = Set.of("GET", "HEAD", "DELETE");

    private static final String URL_ENCODED = "application/x-www-form-urlencoded";
    private static final String MULTIPART = "multipart/form-data";
    private static final int STEP = 8192;
    /** What a step and the parser's rest of the one before take, in bytes. */
    private static final int BUFFERS = 3 * STEP;

    private final Map<String, List<String>> fields = new LinkedHashMap<>();
    private final Map<String, List<MultipartFile>> files = new LinkedHashMap<>();

    private Form() {}

    /**
     * Reads the body of a request. The result is empty if the body is not a form, or if content has no meaning with
     * this method: a cache would answer other clients with what a form in a GET brought about.
     *
     * @param check runs before the body is read, and may refuse that
     * @throws HttpException with status 400 if it is malformed, 413 if it exceeds the limits
     */
    static Form of(HttpRequest request, Runnable check, FormLimits limits) {
        String type = request.headers().first("Content-Type");
        if (type == null || WITHOUT_FORM.contains(request.method())) {
            return EMPTY;
        }
        String essence = MediaTypes.essence(type);
        boolean multipart = essence.equals(MULTIPART);
        if (!multipart && !essence.equals(URL_ENCODED)) {
            return EMPTY;
        }
        check.run();
        return multipart ? multipart(request, boundary(type), limits) : urlEncoded(request.body(), limits);
    }

    static boolean isMultipart(HttpRequest request) {
        String type = request.headers().first("Content-Type");
        return type != null && MediaTypes.essence(type).equals(MULTIPART);
    }

    /** The names of the fields that are not files. */
    Set<String> names() {
        return fields.keySet();
    }

    List<String> fields(String name) {
        return fields.getOrDefault(name, List.of());
    }

    List<MultipartFile> files(String name) {
        return files.getOrDefault(name, List.of());
    }

    static Form urlEncoded(byte[] body, FormLimits limits) {
        Form form = new Form();
        // Latin-1 keeps every byte as it is; addPair rejects unencoded bytes and names their field.
        String text = new String(body, StandardCharsets.ISO_8859_1);
        int count = 0;
        for (int from = 0; from < text.length(); ) {
            int ampersand = text.indexOf('&', from);
            int to = ampersand < 0 ? text.length() : ampersand;
            if (to > from) {
                requireRoom(++count, limits);
                form.addPair(text.substring(from, to));
            }
            from = to + 1;
        }
        return form;
    }

    private void addPair(String pair) {
        int equals = pair.indexOf('=');
        String rawName = equals < 0 ? pair : pair.substring(0, equals);
        try {
            String name = decoded(rawName);
            fields.computeIfAbsent(name, key -> new ArrayList<>(1))
                    .add(equals < 0 ? "" : decoded(pair.substring(equals + 1)));
        } catch (HttpException e) {
            throw InvalidRequestException.of(rawName, "must be percent-encoded UTF-8");
        }
    }

    private static String decoded(String text) {
        if (!text.chars().allMatch(c -> c < 0x80)) {
            throw new HttpException(400, "not encoded");
        }
        return PercentEncoding.decodeQuery(text);
    }

    static void requireRoom(int count, FormLimits limits) {
        if (count > limits.fields()) {
            throw new HttpException(413, "A form may have at most %d fields.".formatted(limits.fields()));
        }
    }

    /** The boundary of a content type: 1 to 70 characters (RFC 2046 section 5.1.1). */
    private static String boundary(String contentType) {
        String boundary = HeaderParameters.of(contentType).getOrDefault("boundary", "");
        if (!boundary.matches("[0-9A-Za-z'()+_,./:=? -]{0,69}[0-9A-Za-z'()+_,./:=?-]")) {
            throw new HttpException(
                    400, "The Content-Type of a multipart body needs a boundary of 1 to 70 characters.");
        }
        return boundary;
    }

    private static Form multipart(HttpRequest request, String boundary, FormLimits limits) {
        InputStream body = request.bodyStream();
        Form form = new Form();
        boolean complete = false;
        FormParts parts = new FormParts(form, limits, request::hold);
        try (parts) {
            MultipartParser parser = new MultipartParser(boundary, limits.headerBytes(), parts);
            request.hold(BUFFERS);
            byte[] step = new byte[STEP];
            for (int count = body.read(step); count >= 0; count = body.read(step)) {
                parser.push(step, 0, count);
            }
            parser.finish();
            complete = true;
            return form;
        } catch (IOException e) {
            throw new HttpException(500, "The form could not be stored.", e);
        } finally {
            if (!complete) {
                form.close();
            }
        }
    }

    void add(String name, String value) {
        fields.computeIfAbsent(name, key -> new ArrayList<>(1)).add(value);
    }

    void add(MultipartFile file) {
        files.computeIfAbsent(file.name(), key -> new ArrayList<>(1)).add(file);
    }

    @Override
    public void close() {
        for (List<MultipartFile> each : files.values()) {
            for (MultipartFile file : each) {
                try {
                    file.delete();
                } catch (IOException e) {
                    LoggerFactory.getLogger(Form.class).error("a temporary file could not be deleted", e);
                }
            }
        }
    }
}
