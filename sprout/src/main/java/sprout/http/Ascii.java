package sprout.http;

/** The character classes of the HTTP grammar, over bytes. */
final class Ascii {
    private static final boolean[] TOKEN = new boolean[256];
    private static final boolean[] PATH = new boolean[256];
    private static final boolean[] QUERY = new boolean[256];
    private static final boolean[] FIELD_VALUE = new boolean[256];

    static {
        for (int c = 0x21; c < 0x7f; c++) {
            QUERY[c] = c != '"' && c != '<' && c != '>' && c != '#';
            PATH[c] = QUERY[c] && c != '?' && c != '\\';
            TOKEN[c] = "\"(),/:;<=>?@[\\]{}".indexOf(c) < 0;
        }
        for (int c = 0x20; c < 0x100; c++) {
            FIELD_VALUE[c] = c != 0x7f;
        }
        FIELD_VALUE['\t'] = true;
    }

    private Ascii() {}

    /** A character of a method or field name (RFC 9110 section 5.6.2). */
    static boolean isToken(int c) {
        return TOKEN[c & 0xff];
    }

    /**
     * A character of a query. RFC 3986 has none of {@code [ ] \ ^ ` { | }} there, but browsers send them as they are (URL Standard,
     * query percent-encode set), and all readers agree about them.
     */
    static boolean isQuery(int c) {
        return QUERY[c & 0xff];
    }

    /** A character of what stands before a query. The backslash is none, because some readers take it for a slash. */
    static boolean isPath(int c) {
        return PATH[c & 0xff];
    }

    /** A character of a field value: visible, space, tab or obs-text (RFC 9110 section 5.5). */
    static boolean isFieldValue(int c) {
        return FIELD_VALUE[c & 0xff];
    }

    static boolean isToken(String text) {
        for (int i = 0; i < text.length(); i++) {
            if (text.charAt(i) > 0x7f || !isToken(text.charAt(i))) {
                return false;
            }
        }
        return !text.isEmpty();
    }

    /** Whether the bytes from {@code at} spell this text without regard to case; there must be enough of them. */
    static boolean equalsIgnoreCase(byte[] bytes, int at, String text) {
        for (int i = 0; i < text.length(); i++) {
            if (lower(bytes[at + i]) != lower(text.charAt(i))) {
                return false;
            }
        }
        return true;
    }

    static int lower(int c) {
        return c >= 'A' && c <= 'Z' ? c + 32 : c;
    }

    /** The value of a hexadecimal digit, or -1. */
    static int hexDigit(int c) {
        if (c >= '0' && c <= '9') {
            return c - '0';
        }
        int letter = lower(c);
        return letter >= 'a' && letter <= 'f' ? letter - 'a' + 10 : -1;
    }
}
