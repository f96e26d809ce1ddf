package sprout.http;

import java.nio.charset.StandardCharsets;

/** Holds status lines and the reason phrases of the IANA registry of status codes (RFC 9110 section 16.2). */
public final class HttpStatus {
    private static final int LAST = 599;
    private static final String[] REASONS = reasons();
    private static final byte[][] LINES = lines();

    private HttpStatus() {}

    /** The reason phrase of a status code, for example {@code Not Found}; empty for codes that are not known here. */
    public static String reason(int status) {
        return status < 0 || status > LAST ? "" : REASONS[status];
    }

    /** The whole status line with its CRLF, for 100 to 599. The array is shared and must not be changed. */
    static byte[] line(int status) {
        return LINES[status];
    }

    private static byte[][] lines() {
        byte[][] lines = new byte[LAST + 1][];
        for (int status = 100; status <= LAST; status++) {
            lines[status] = ("HTTP/1.1 " + status + ' ' + REASONS[status] + "\r\n").getBytes(StandardCharsets.US_ASCII);
        }
        return lines;
    }

    private static String[] reasons() {
        String[] reasons = new String[LAST + 1];
        java.util.Arrays.fill(reasons, "");
        fill(reasons, 100, "Continue", "Switching Protocols", "Processing", "Early Hints");
        fill(reasons, 200, "OK", "Created", "Accepted", "Non-Authoritative Information", "No Content", "Reset Content");
        fill(reasons, 206, "Partial Content", "Multi-Status", "Already Reported");
        fill(reasons, 226, "IM Used");
        fill(reasons, 300, "Multiple Choices", "Moved Permanently", "Found", "See Other", "Not Modified", "Use Proxy");
        fill(reasons, 307, "Temporary Redirect", "Permanent Redirect");
        fill(reasons, 400, "Bad Request", "Unauthorized", "Payment Required", "Forbidden", "Not Found");
        fill(reasons, 405, "Method Not Allowed", "Not Acceptable", "Proxy Authentication Required", "Request Timeout");
        fill(reasons, 409, "Conflict", "Gone", "Length Required", "Precondition Failed", "Content Too Large");
        fill(reasons, 414, "URI Too Long", "Unsupported Media Type", "Range Not Satisfiable", "Expectation Failed");
        fill(reasons, 421, "Misdirected Request", "Unprocessable Content", "Locked", "Failed Dependency", "Too Early");
        fill(reasons, 426, "Upgrade Required");
        fill(reasons, 428, "Precondition Required", "Too Many Requests");
        fill(reasons, 431, "Request Header Fields Too Large");
        fill(reasons, 451, "Unavailable For Legal Reasons");
        fill(reasons, 500, "Internal Server Error", "Not Implemented", "Bad Gateway", "Service Unavailable");
        fill(reasons, 504, "Gateway Timeout", "HTTP Version Not Supported", "Variant Also Negotiates");
        fill(reasons, 507, "Insufficient Storage", "Loop Detected");
        fill(reasons, 510, "Not Extended", "Network Authentication Required");
        return reasons;
    }

    private static void fill(String[] reasons, int first, String... texts) {
        System.arraycopy(texts, 0, reasons, first, texts.length);
    }
}
