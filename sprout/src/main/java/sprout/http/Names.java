package sprout.http;

import java.nio.charset.StandardCharsets;

/** Holds strings for common methods, so that parsing one allocates nothing. */
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

    /** Whether the bytes from {@code at} are exactly this text. The array must be long enough. */
    static boolean spells(byte[] bytes, int at, String text) {
        for (int i = 0; i < text.length(); i++) {
            if (bytes[at + i] != text.charAt(i)) {
                return false;
            }
        }
        return true;
    }
}
