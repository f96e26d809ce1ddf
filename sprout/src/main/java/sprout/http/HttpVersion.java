package sprout.http;

/** The versions of HTTP that this package speaks. A later minor version of 1 counts as 1.1 (RFC 9110 section 2.5). */
public enum HttpVersion {
    HTTP_1_0("HTTP/1.0"),
    HTTP_1_1("HTTP/1.1");

    private final String text;

    HttpVersion(String text) {
        this.text = text;
    }

    /** The version as in the request line, for example {@code HTTP/1.1}. */
    @Override
    public String toString() {
        return text;
    }
}
