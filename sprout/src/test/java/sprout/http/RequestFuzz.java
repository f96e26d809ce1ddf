package sprout.http;

import java.nio.charset.StandardCharsets;
import java.util.Map;

/** Any bytes as head of a request: refused as documented or understood, and the same however they arrive. */
public final class RequestFuzz {
    private static final HttpLimits LIMITS = new HttpLimits(256, 1024, 20, 100_000);
    private static final HttpRequestParser PARSER = new HttpRequestParser(LIMITS);

    private RequestFuzz() {}

    /** Called by Jazzer and by {@code FuzzCorpusTest}. */
    public static void fuzzerTestOneInput(byte[] data) {
        String whole = outcome(data, data.length);
        String pieces = outcome(data, Fuzz.cuts(data));
        Fuzz.require(
                whole.equals(pieces) || (isRefusal(whole) && isLimit(pieces)),
                "whole: " + whole + "\nin pieces: " + pieces);
    }

    /** An endless method is noticed before the end of its line, whatever else may be wrong behind it. */
    private static boolean isLimit(String outcome) {
        return Fuzz.isLimit(outcome) || outcome.equals("501");
    }

    private static boolean isRefusal(String outcome) {
        return outcome.length() == 3;
    }

    private static String outcome(byte[] data, int... ends) {
        RequestHead head = new RequestHead();
        try {
            for (int end : ends) {
                if (PARSER.parse(head, data, 0, end)) {
                    return describe(head, data);
                }
            }
            return "incomplete";
        } catch (HttpException e) {
            Fuzz.require(e.status() >= 400 && e.status() <= 505, "status " + e.status());
            return String.valueOf(e.status());
        }
    }

    private static String describe(RequestHead head, byte[] data) {
        checkSound(head, data);
        return head.method()
                + ' '
                + head.target()
                + ' '
                + head.rawPath()
                + ' '
                + head.query()
                + ' '
                + head.version()
                + ' '
                + head.authority()
                + ' '
                + head.chunked()
                + ' '
                + head.contentLength()
                + ' '
                + head.keepAlive()
                + ' '
                + head.expectContinue()
                + ' '
                + head.length()
                + '\n'
                + head.headers();
    }

    /** What must hold for every request that is let in, whatever it looks like. */
    private static void checkSound(RequestHead head, byte[] data) {
        String text = new String(data, 0, head.length(), StandardCharsets.ISO_8859_1);
        Fuzz.require(text.endsWith("\r\n\r\n"), "a head ends with an empty line");
        Fuzz.require(
                text.replace("\r\n", "").chars().noneMatch(c -> c == '\r' || c == '\n' || c == 0),
                "lone CR, LF or NUL");
        Fuzz.require(head.headers().all("Host").size() <= 1, "one Host at most");
        Fuzz.require(head.version() == HttpVersion.HTTP_1_0 || head.headers().contains("Host"), "HTTP/1.1 has a Host");
        Fuzz.require(head.headers().all("Content-Length").size() <= 1, "one Content-Length at most");
        Fuzz.require(
                !(head.headers().contains("Content-Length") && head.headers().contains("Transfer-Encoding")),
                "one framing at most");
        Fuzz.require(head.chunked() == head.headers().contains("Transfer-Encoding"), "chunked is the only coding");
        for (Map.Entry<String, String> field : head.headers()) {
            Fuzz.require(Ascii.isToken(field.getKey()), "a name is a token: " + field.getKey());
            Fuzz.require(
                    field.getValue().equals(field.getValue().strip()) || hasControl(field.getValue()),
                    "no outer blanks");
        }
    }

    /** {@code strip} takes more for white space than HTTP does. */
    private static boolean hasControl(String value) {
        return value.chars().anyMatch(c -> c == 0x85 || c == 0xa0 || c < ' ');
    }
}
