package sprout.http;

/** Classifies bytes by the character classes of the HTTP grammar. */
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

    /** Whether a method or a field name may contain this character (RFC 9110 section 5.6.2). */
    static boolean isToken(int c) {
        return TOKEN[c & 0xff];
    }

    /**
     * Whether a query may contain this character. RFC 3986 forbids {@code [ ] \ ^ ` { | }} there, but browsers send
     * them unescaped (URL Standard, query percent-encode set), and all implementations read them alike.
     */
    static boolean isQuery(int c) {
        return QUERY[c & 0xff];
    }

    /**
     * Whether the part of a target before the query may contain this character. A backslash is refused, because some
     * implementations read it as a slash.
     */
    static boolean isPath(int c) {
        return PATH[c & 0xff];
    }

    /** Whether a field value may contain this character: visible, space, tab or obs-text (RFC 9110 section 5.5). */
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

    /**
     * Whether the bytes from {@code at} equal this ASCII text without regard to case. The array must be long enough.
     */
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

    /** The value of a hexadecimal digit; -1 for other characters. */
    static int hexDigit(int c) {
        if (c >= '0' && c <= '9') {
            return c - '0';
        }
        int letter = lower(c);
        return letter >= 'a' && letter <= 'f' ? letter - 'a' + 10 : -1;
    }
}
