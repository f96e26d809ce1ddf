package sprout.mvc;

import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Represents one byte range of a {@code Range} header (RFC 9110 section 14.1.2); both ends are inclusive. */
record ByteRange(Kind kind, long first, long last) {
    enum Kind {
        SATISFIABLE,
        UNSATISFIABLE,
        IGNORED
    }

    private static final String UNIT = "bytes=";
    private static final ByteRange IGNORED = new ByteRange(Kind.IGNORED, 0, 0);
    private static final ByteRange UNSATISFIABLE = new ByteRange(Kind.UNSATISFIABLE, 0, 0);

    /**
     * Parses a header for content of the given size in bytes. Headers that are malformed, have another unit or ask for
     * several ranges are ignored.
     */
    static ByteRange parse(String header, long size) {
        String range =
                header.regionMatches(true, 0, UNIT, 0, UNIT.length()) ? only(header.substring(UNIT.length())) : "";
        int dash = range.indexOf('-');
        if (dash < 0) {
            return IGNORED;
        }
        Long first = position(range.substring(0, dash));
        Long last = position(range.substring(dash + 1));
        if (first == null || last == null || (first < 0 && last < 0)) {
            return IGNORED;
        }
        return first < 0 ? suffix(last, size) : between(first, last, size);
    }

    /**
     * Returns the only element of a list, without the white space around commas; empty unless there is exactly one.
     * Empty elements do not count (RFC 9110 section 5.6.1.2).
     */
    private static String only(String list) {
        List<String> ranges = Arrays.stream(list.split(",", -1))
                .filter(element -> !element.isBlank())
                .toList();
        if (ranges.size() != 1) {
            return "";
        }
        String range = ranges.getFirst();
        return list.startsWith(range) ? range.stripTrailing() : range.strip();
    }

    private static ByteRange suffix(long length, long size) {
        if (length == 0) {
            return UNSATISFIABLE;
        }
        // The suffix of an empty file is satisfiable, but a Content-Range could not name it.
        return size == 0 ? IGNORED : new ByteRange(Kind.SATISFIABLE, Math.max(0, size - length), size - 1);
    }

    private static ByteRange between(long first, long last, long size) {
        if (last >= 0 && last < first) {
            return IGNORED;
        }
        return first >= size
                ? UNSATISFIABLE
                : new ByteRange(Kind.SATISFIABLE, first, last < 0 ? size - 1 : Math.min(last, size - 1));
    }

    /** Parses a position; -1 if it is empty, null if it is malformed. */
    private static @Nullable Long position(String digits) {
        if (digits.isEmpty()) {
            return -1L;
        }
        if (!digits.chars().allMatch(c -> c >= '0' && c <= '9')) {
            return null;
        }
        return digits.length() < 19 ? Long.parseLong(digits) : Long.MAX_VALUE; // longer than any file
    }
}
