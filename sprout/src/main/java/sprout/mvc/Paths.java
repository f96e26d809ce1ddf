package sprout.mvc;

import java.util.ArrayList;
import java.util.List;
import sprout.http.PercentEncoding;

/**
 * Splits a raw path into decoded segments. It splits before it decodes, so that an encoded slash stays within its
 * segment.
 */
final class Paths {
    private Paths() {}

    static List<String> segments(String rawPath) {
        List<String> segments = new ArrayList<>(4);
        int start = rawPath.startsWith("/") ? 1 : 0;
        for (int slash = rawPath.indexOf('/', start); slash >= 0; slash = rawPath.indexOf('/', start)) {
            segments.add(PercentEncoding.decodePath(rawPath.substring(start, slash)));
            start = slash + 1;
        }
        segments.add(PercentEncoding.decodePath(rawPath.substring(start)));
        return segments;
    }
}
