package sprout.server;

import java.io.InputStream;
import java.net.InetSocketAddress;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import sprout.http.HttpHeaders;
import sprout.http.HttpRequest;
import sprout.http.HttpVersion;
import sprout.http.PercentEncoding;
import sprout.http.RequestHead;

/**
 * Presents the current request of a connection to handlers. Parses parameters and body on demand. Not thread-safe, and
 * reused for the next request.
 */
final class ServerRequest implements HttpRequest {
    /** In place of a body that the handler reads as a stream. */
    private static final byte[] STREAMED = {};

    private final RequestHead head;
    private final RequestBody stream;
    private final InetSocketAddress remoteAddress;
    private final boolean secure;
    private boolean queryChecked;
    private @Nullable Map<String, Object> attributes;
    /** Null until the handler asks for the body. */
    private byte @Nullable [] body;

    ServerRequest(RequestHead head, RequestBody stream, InetSocketAddress remoteAddress, boolean secure) {
        this.head = head;
        this.stream = stream;
        this.remoteAddress = remoteAddress;
        this.secure = secure;
    }

    /** Drops everything that belongs to the previous request. */
    void reset() {
        queryChecked = false;
        body = null;
        attributes = null;
    }

    @Override
    public String method() {
        return head.method();
    }

    @Override
    public String rawTarget() {
        return head.target();
    }

    @Override
    public String rawPath() {
        return head.rawPath();
    }

    @Override
    public String path() {
        return PercentEncoding.decodePath(head.rawPath());
    }

    @Override
    public @Nullable String query() {
        return head.query();
    }

    @Override
    public @Nullable String queryParameter(String name) {
        List<String> values = queryParameters(name);
        return values.isEmpty() ? null : values.getFirst();
    }

    /** Reads the query each time: a map of all its parameters would take fifty times its memory until the end. */
    @Override
    public List<String> queryParameters(String name) {
        String query = head.query();
        if (query == null) {
            return List.of();
        }
        List<String> values = new ArrayList<>(1);
        for (int from = 0; from < query.length(); ) {
            int ampersand = query.indexOf('&', from);
            int to = ampersand < 0 ? query.length() : ampersand;
            if (to > from) {
                addValue(query.substring(from, to), name, values);
            }
            from = to + 1;
        }
        queryChecked = true;
        return values;
    }

    /** The first time, it decodes all values: malformed ones are refused even if nobody asks for them. */
    private void addValue(String pair, String name, List<String> values) {
        int equals = pair.indexOf('=');
        boolean wanted = PercentEncoding.decodeQuery(equals < 0 ? pair : pair.substring(0, equals))
                .equals(name);
        if (wanted || !queryChecked) {
            String value = equals < 0 ? "" : PercentEncoding.decodeQuery(pair.substring(equals + 1));
            if (wanted) {
                values.add(value);
            }
        }
    }

    @Override
    public @Nullable String authority() {
        return head.authority();
    }

    @Override
    public boolean secure() {
        return secure;
    }

    @Override
    public HttpVersion version() {
        return head.version();
    }

    @Override
    public HttpHeaders headers() {
        return head.headers();
    }

    @Override
    public void hold(long bytes) {
        stream.hold(bytes);
    }

    @Override
    public byte[] body() {
        byte[] known = body;
        if (streamed()) {
            throw new IllegalStateException("the body was read as a stream already");
        }
        if (known == null) {
            known = stream.readToEnd();
            body = known;
        }
        return known;
    }

    @Override
    public InputStream bodyStream() {
        byte[] known = body;
        if (known != null && !streamed()) {
            return new java.io.ByteArrayInputStream(known);
        }
        body = STREAMED;
        return stream;
    }

    @SuppressWarnings("ReferenceEquality") // a mark, not a value
    private boolean streamed() {
        return body == STREAMED;
    }

    @Override
    public HttpHeaders trailers() {
        return stream.trailers();
    }

    @Override
    public InetSocketAddress remoteAddress() {
        return remoteAddress;
    }

    @Override
    public @Nullable Object attribute(String name) {
        return attributes == null ? null : attributes.get(name);
    }

    @Override
    public void attribute(String name, @Nullable Object value) {
        if (attributes == null) {
            attributes = new HashMap<>();
        }
        if (value == null) {
            attributes.remove(name);
        } else {
            attributes.put(name, value);
        }
    }
}
