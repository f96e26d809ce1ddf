package sprout.http;

/** Decodes percent escapes in paths and queries (RFC 3986 section 2.1), strictly as UTF-8. */
public final class PercentEncoding {
    private PercentEncoding() {}

    /**
     * Decodes a path or a part of a path.
     *
     * @param text ASCII, as a parsed target is
     * @throws HttpException with status 400 if an escape is malformed, is not UTF-8 or stands for NUL
     */
    public static String decodePath(String text) {
        return text.indexOf('%') < 0 ? text : decode(text, false);
    }

    /**
     * Decodes a name or value of a query. Like {@link #decodePath}, but a plus sign becomes a space, as HTML forms send
     * it.
     */
    public static String decodeQuery(String text) {
        return text.indexOf('%') < 0 && text.indexOf('+') < 0 ? text : decode(text, true);
    }

    private static String decode(String text, boolean plusIsSpace) {
        byte[] bytes = new byte[text.length()];
        int length = 0;
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            if (c == '%') {
                bytes[length++] = escape(text, i);
                i += 2;
            } else {
                bytes[length++] = (byte) (c == '+' && plusIsSpace ? ' ' : c);
            }
        }
        return Utf8.decode(bytes, length, "the target has escapes that are not UTF-8");
    }

    private static byte escape(String text, int at) {
        int high = at + 2 < text.length() ? Ascii.hexDigit(text.charAt(at + 1)) : -1;
        int low = high < 0 ? -1 : Ascii.hexDigit(text.charAt(at + 2));
        if (low < 0) {
            throw HttpRequestParser.bad("a percent sign in the target is not followed by two hexadecimal digits");
        }
        if (high == 0 && low == 0) {
            throw HttpRequestParser.bad("the target has an escaped NUL");
        }
        return (byte) (high * 16 + low);
    }
}
