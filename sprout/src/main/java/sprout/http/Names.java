package sprout.http;

import java.nio.charset.StandardCharsets;

/** Strings for the methods that are sent all the time, so that reading one allocates nothing. */
final class Names {
    private static final String[] METHODS = {"GET", "POST", "PUT", "DELETE", "HEAD", "PATCH", "OPTIONS"};

    private Names() {}

    static String method(byte[] bytes, int from, int to) {
        for (String method : METHODS) {
            if (method.length() == to - from && spells(bytes, from, method)) {
                return method;
            }
        }
        return new String(bytes, from, to - from, StandardCharsets.ISO_8859_1);
    }

    /** Whether the bytes from {@code at} are exactly this text; there must be enough of them. */
    static boolean spells(byte[] bytes, int at, String text) {
        for (int i = 0; i < text.length(); i++) {
            if (bytes[at + i] != text.charAt(i)) {
                return false;
            }
        }
        return true;
    }
}
