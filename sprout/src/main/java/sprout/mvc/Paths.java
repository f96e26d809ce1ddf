package sprout.mvc;

import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import sprout.http.HttpException;

/** Splits a raw path into decoded segments. Splitting comes first, so that an encoded slash stays within its segment. */
final class Paths {
    private Paths() {}

    static List<String> segments(String rawPath) {
        List<String> segments = new ArrayList<>(4);
        int start = rawPath.startsWith("/") ? 1 : 0;
        for (int slash = rawPath.indexOf('/', start); slash >= 0; slash = rawPath.indexOf('/', start)) {
            segments.add(decode(rawPath, start, slash));
            start = slash + 1;
        }
        segments.add(decode(rawPath, start, rawPath.length()));
        return segments;
    }

    private static String decode(String path, int start, int end) {
        String segment = path.substring(start, end);
        return segment.indexOf('%') < 0 ? segment : decode(segment);
    }

    private static String decode(String segment) {
        ByteBuffer bytes = ByteBuffer.allocate(segment.length());
        for (int i = 0; i < segment.length(); i++) {
            char c = segment.charAt(i);
            if (c == '%') {
                bytes.put((byte) escaped(segment, i + 1));
                i += 2;
            } else {
                bytes.put((byte) c);
            }
        }
        try {
            return StandardCharsets.UTF_8.newDecoder().decode(bytes.flip()).toString();
        } catch (CharacterCodingException e) {
            throw new HttpException(400, "The path is not UTF-8.", e);
        }
    }

    private static int escaped(String segment, int at) {
        int high = at < segment.length() ? Character.digit(segment.charAt(at), 16) : -1;
        int low = at + 1 < segment.length() ? Character.digit(segment.charAt(at + 1), 16) : -1;
        if (high < 0 || low < 0 || high + low == 0) {
            throw new HttpException(400, "The path has a malformed percent escape.");
        }
        return high * 16 + low;
    }
}
